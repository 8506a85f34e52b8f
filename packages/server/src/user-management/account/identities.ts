// Links and unlinks social identities.
import { requireUnchangedConnector } from '../../authentication/connectors/social-connector.ts';
import { refuseBlockedEmail } from '../../authentication/experience/email-blocklist.ts';
import { keepTokens } from '../../authentication/secrets/token-sets.ts';
import { refuseSsoOnlyEmail } from '../../authentication/sso-connectors/find.ts';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { changeOwn } from './own-row.ts';
import { requireEditable, requireScopes, requireVerified } from './permissions.ts';
import { recordNotFound, requireRecord, useRecord } from './records.ts';
import { keepsSignIn } from './remaining-methods.ts';

type Ctx = ContextFor<'account'>;

const requireLeave = async (ctx: Ctx) => {
  await requireVerified(ctx);
  requireEditable(ctx, 'social');
  requireScopes(ctx, 'identities');
};

export const linkIdentity = async (ctx: Ctx, recordId: string): Promise<void> => {
  await requireLeave(ctx);
  const record = await requireRecord(ctx, recordId, ['Social']);
  const { target, user, connectorId, configDigest, tokens } = record;
  if (!user) throw recordNotFound();
  await requireUnchangedConnector(ctx, record);
  if (user.email) {
    await refuseSsoOnlyEmail(ctx, user.email);
    await refuseBlockedEmail(ctx, user.email);
  }
  await useRecord(ctx, recordId);
  // The unique index detects identities of other users.
  await changeOwn(ctx, ({ identities }) => {
    if (Object.hasOwn(identities, target)) throw new RequestError('user.identity_already_in_use', { status: 400 });
    return { identities: { ...identities, [target]: { userId: user.id, details: user } } };
  });
  const owner = { userId: ctx.userId, identityId: user.id, target, connectorId };
  if (tokens) await keepTokens(ctx, owner, { tokens, configDigest });
};

export const removeIdentity = async (ctx: Ctx, target: string): Promise<void> => {
  await requireLeave(ctx);
  const keeping = await keepsSignIn(ctx);
  await changeOwn(ctx, (before) => {
    const { identities } = before;
    if (!Object.hasOwn(identities, target)) throw new RequestError('user.identity_not_exist');
    const { [target]: _, ...others } = identities;
    return keeping(before, { identities: others });
  });
};
