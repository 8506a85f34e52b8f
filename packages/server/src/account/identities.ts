// Who the person is elsewhere: linked after proving it, and given up.
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { keepTokens } from '../secrets/token-sets.ts';
import { changeOwn, lockedRow } from './own-row.ts';
import { requireEditable, requireScopes, requireVerified } from './permissions.ts';
import { recordNotFound, requireRecord, useRecord } from './records.ts';

type Ctx = ContextFor<'account'>;

const requireLeave = async (ctx: Ctx) => {
  await requireVerified(ctx);
  requireEditable(ctx, 'social');
  requireScopes(ctx, 'identities');
};

export const linkIdentity = async (ctx: Ctx, recordId: string): Promise<void> => {
  await requireLeave(ctx);
  const { target, user, connectorId, tokens } = await requireRecord(ctx, recordId, ['Social']);
  if (!user) throw recordNotFound();
  await useRecord(ctx, recordId);
  const { identities } = await lockedRow(ctx);
  if (Object.hasOwn(identities, target)) throw new RequestError('user.identity_already_in_use', { status: 400 });
  // The database says whether it is somebody else's.
  await changeOwn(ctx, { identities: { ...identities, [target]: { userId: user.id, details: user } } });
  const owner = { userId: ctx.userId, identityId: user.id, target, connectorId };
  if (tokens) await keepTokens(ctx, owner, tokens);
};

export const removeIdentity = async (ctx: Ctx, target: string): Promise<void> => {
  await requireLeave(ctx);
  const { identities } = await lockedRow(ctx);
  if (!Object.hasOwn(identities, target)) throw new RequestError('user.identity_not_exist');
  const { [target]: _, ...others } = identities;
  await changeOwn(ctx, { identities: others });
};
