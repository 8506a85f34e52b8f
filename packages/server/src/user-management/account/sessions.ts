// Sessions and grants of one's own account: listed with the current one marked, and ended after verification.
import type { OwnGrant, OwnSession } from '@tessera/contract/account-sessions';
import { closeOrganization } from '../../authentication/applications/consent-organizations.ts';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { endOtherSessions, endSessions } from '../users/end-sessions.ts';
import { listGrants } from '../users/grants.ts';
import { revokeGrants } from '../users/revoke-grants.ts';
import { listSessions } from '../users/sessions.ts';
import { requireVerified } from './permissions.ts';

type Ctx = ContextFor<'account'>;

const notFound = () => new RequestError('entity.not_found');

const revoke = async (ctx: Ctx, wanted: Parameters<typeof revokeGrants>[2]): Promise<void> => {
  await requireVerified(ctx);
  const { userId } = ctx;
  const revoked = await revokeGrants(ctx, userId, wanted);
  if (!revoked) throw notFound();
  ctx.audit('RevokeToken', { result: 'Success', userId, ...revoked });
};

export const sessionHandlers = {
  listSessions: async (ctx: Ctx): Promise<OwnSession[]> =>
    (await listSessions(ctx, ctx.userId)).map((session) => ({ ...session, isCurrent: session.id === ctx.sessionUid })),

  endOtherSessions: async (ctx: Ctx): Promise<void> => {
    await requireVerified(ctx);
    const { sessionUid, grantId } = ctx;
    await endOtherSessions(ctx, ctx.userId, { sessionUid, grantId });
  },

  endSession: async (ctx: Ctx, { params: { sessionId } }: { params: { sessionId: string } }): Promise<void> => {
    await requireVerified(ctx);
    if (!(await endSessions(ctx, ctx.userId, sessionId))) throw notFound();
  },

  listGrants: async (ctx: Ctx): Promise<OwnGrant[]> =>
    (await listGrants(ctx, ctx.userId)).map((grant) => ({ ...grant, isCurrent: grant.id === ctx.grantId })),

  revokeGrant: (ctx: Ctx, { params: { grantId } }: { params: { grantId: string } }) => revoke(ctx, { grantId }),

  revokeApplication: (ctx: Ctx, { params: { applicationId } }: { params: { applicationId: string } }) =>
    revoke(ctx, { applicationId }),

  closeOrganization: async (
    ctx: Ctx,
    { params: { applicationId, organizationId } }: { params: { applicationId: string; organizationId: string } },
  ): Promise<void> => {
    await requireVerified(ctx);
    const pair = { applicationId, userId: ctx.userId };
    if (!(await closeOrganization(ctx, pair, organizationId))) throw notFound();
    ctx.audit('RevokeOrganization', { result: 'Success', ...pair, organizationId });
  },
};
