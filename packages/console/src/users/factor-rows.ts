// The second factors of a user as rows: what they have set up, and what comes with their email and phone. Backup codes
// come last, since they are for when nothing else is at hand.
import type { MfaVerification } from '@tessera/contract/mfa-verifications';

export type Factor = MfaVerification['type'];
export type FactorRow = { key: string; type: Factor; set?: MfaVerification };

type Person = { primaryEmail: string | null; primaryPhone: string | null };

/** These need nothing but an address, so nobody sets them up. */
const implicit = ({ primaryEmail, primaryPhone }: Person, offered: readonly Factor[]): FactorRow[] =>
  (
    [
      ['EmailVerificationCode', primaryEmail],
      ['PhoneVerificationCode', primaryPhone],
    ] as const
  ).flatMap(([type, address]) => (address !== null && offered.includes(type) ? [{ key: type, type }] : []));

export function factorRows(set: readonly MfaVerification[], person: Person, offered: readonly Factor[]): FactorRow[] {
  const rows = set.map((one): FactorRow => ({ key: one.id, type: one.type, set: one }));
  const held = new Set(set.map(({ type }) => type));
  return [
    ...rows.filter(({ type }) => type !== 'BackupCode'),
    ...implicit(person, offered).filter(({ type }) => !held.has(type)),
    ...rows.filter(({ type }) => type === 'BackupCode'),
  ];
}
