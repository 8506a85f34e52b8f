// A user's MFA factors as rows: configured ones, and those of their email and phone. Backup codes come last.
import type { MfaVerification } from '@tessera/contract/mfa-verifications';

export type Factor = MfaVerification['type'];
export type FactorRow = { key: string; type: Factor; set?: MfaVerification };

type Person = { primaryEmail: string | null; primaryPhone: string | null };

/** These only need an address, so there is nothing to set up. */
const implicit = ({ primaryEmail, primaryPhone }: Person, offered: readonly Factor[]): FactorRow[] =>
  (
    [
      ['EmailVerificationCode', primaryEmail],
      ['PhoneVerificationCode', primaryPhone],
    ] as const
  ).flatMap(([type, address]) => (address !== null && offered.includes(type) ? [{ key: type, type }] : []));

/** Whether a passkey is synced between devices. An older one tells the next time it is used. */
export const passkeyKind = ({
  backupEligible,
  backupState,
}: Pick<MfaVerification, 'backupEligible' | 'backupState'>) => {
  if (backupEligible === undefined) return undefined;
  if (!backupEligible) return 'device_bound';
  return backupState ? 'synced' : 'not_backed_up';
};

export function factorRows(set: readonly MfaVerification[], person: Person, offered: readonly Factor[]): FactorRow[] {
  const rows = set.map((one): FactorRow => ({ key: one.id, type: one.type, set: one }));
  const held = new Set(set.map(({ type }) => type));
  return [
    ...rows.filter(({ type }) => type !== 'BackupCode'),
    ...implicit(person, offered).filter(({ type }) => !held.has(type)),
    ...rows.filter(({ type }) => type === 'BackupCode'),
  ];
}
