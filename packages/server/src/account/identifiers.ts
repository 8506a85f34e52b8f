// The names and addresses that people are found by: proved before they are taken, kept where the tenant demands them.
import type { Address } from '@tessera/contract/experience';
import { refuseBlockedEmail } from '../experience/email-blocklist.ts';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { refuseTakenByOthers, sameAddress } from './addresses.ts';
import { changeOwn, lockedRow } from './own-row.ts';
import { requireEditable, requireScopes, requireVerified } from './permissions.ts';
import { recordNotFound, requireRecord, useRecord } from './records.ts';

type Ctx = ContextFor<'account'>;
type Kind = Address['type'];

const kinds = {
  email: { column: 'primaryEmail', record: 'EmailVerificationCode', other: 'primaryPhone' },
  phone: { column: 'primaryPhone', record: 'PhoneVerificationCode', other: 'primaryEmail' },
} as const;

/** What the tenant demands of every account, first and further identifiers alike. */
const demanded = async ({ services, tenantId }: Ctx): Promise<ReadonlySet<string>> => {
  const { signUp } = await services.signInExperiences.of(tenantId);
  const further = (signUp.secondaryIdentifiers ?? []).map(({ identifier }) => identifier);
  return new Set(
    [...signUp.identifiers, ...further].flatMap((name) => (name === 'emailOrPhone' ? ['email', 'phone'] : name)),
  );
};

export const checkUsername = async (ctx: Ctx, username: string | null): Promise<void> => {
  if (username) return refuseTakenByOthers(ctx, { type: 'username', value: username });
  if ((await demanded(ctx)).has('username')) throw new RequestError('user.username_required');
};

const requireLeave = async (ctx: Ctx, kind: Kind) => {
  await requireVerified(ctx);
  requireEditable(ctx, kind);
  requireScopes(ctx, kind);
};

export const changeAddress = async (ctx: Ctx, address: Address, recordId: string): Promise<void> => {
  const { column, record } = kinds[address.type];
  await requireLeave(ctx, address.type);
  if (address.type === 'email') await refuseBlockedEmail(ctx, address.value);
  const { verified, identifier } = await requireRecord(ctx, recordId, [record]);
  if (!verified || !sameAddress(identifier, address)) throw recordNotFound();
  await refuseTakenByOthers(ctx, address);
  await useRecord(ctx, recordId);
  await changeOwn(ctx, { [column]: address.value });
};

export const removeAddress = async (ctx: Ctx, kind: Kind): Promise<void> => {
  const { column, other } = kinds[kind];
  await requireLeave(ctx, kind);
  const needed = await demanded(ctx);
  const row = await lockedRow(ctx);
  if (needed.has('email') && needed.has('phone')) {
    if (row[other] === null) throw new RequestError('user.email_or_phone_required');
  } else if (needed.has(kind)) {
    throw new RequestError(`user.${kind}_required`);
  }
  await changeOwn(ctx, { [column]: null });
};
