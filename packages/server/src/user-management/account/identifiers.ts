// Changes identifiers: verified before they are set, and kept if the tenant requires them.
import type { Address } from '@tessera/contract/experience';
import { refuseBlockedEmail } from '../../authentication/experience/email-blocklist.ts';
import { refuseSsoOnlyEmail } from '../../authentication/sso-connectors/find.ts';
import { sameAddress } from '../../authentication/verification-codes/record-code.ts';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { canonicalIdentifier } from '../users/phone-number.ts';
import { verifiedColumns } from '../users/verified-addresses.ts';
import { refuseTakenByOthers } from './addresses.ts';
import { changeOwn } from './own-row.ts';
import { requireEditable, requireScopes, requireVerified } from './permissions.ts';
import { recordNotFound, requireRecord, useRecord } from './records.ts';
import { keepsSignIn } from './remaining-methods.ts';

type Ctx = ContextFor<'account'>;
type Kind = Address['type'];

const kinds = {
  email: { column: 'primaryEmail', record: 'EmailVerificationCode', other: 'primaryPhone' },
  phone: { column: 'primaryPhone', record: 'PhoneVerificationCode', other: 'primaryEmail' },
} as const;

/** Identifiers the tenant requires of every account. */
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

export const changeAddress = async (ctx: Ctx, given: Address, recordId: string): Promise<void> => {
  const address = canonicalIdentifier(given);
  const { column, record } = kinds[address.type];
  await requireLeave(ctx, address.type);
  if (address.type === 'email') {
    await refuseSsoOnlyEmail(ctx, address.value);
    await refuseBlockedEmail(ctx, address.value);
  }
  const { verified, identifier } = await requireRecord(ctx, recordId, [record]);
  if (!verified || !sameAddress(identifier, address)) throw recordNotFound();
  await refuseTakenByOthers(ctx, address);
  await useRecord(ctx, recordId);
  await changeOwn(ctx, { [column]: address.value, ...verifiedColumns(address) });
};

export const removeAddress = async (ctx: Ctx, kind: Kind): Promise<void> => {
  const { column, other } = kinds[kind];
  await requireLeave(ctx, kind);
  const needed = await demanded(ctx);
  const keeping = await keepsSignIn(ctx);
  await changeOwn(ctx, (row) => {
    if (needed.has('email') && needed.has('phone')) {
      if (row[other] === null) throw new RequestError('user.email_or_phone_required');
    } else if (needed.has(kind)) {
      throw new RequestError(`user.${kind}_required`);
    }
    return keeping(row, { [column]: null });
  });
};
