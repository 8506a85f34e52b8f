// Sessions and grants of one's own account: listed with the current one marked, and ended after verification.
import type { OwnGrant, OwnSession } from '@tessera/contract/account-sessions';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { endOtherSessions, endSessions, revokeGrant } from '../users/end-sessions.ts';
import { listGrants } from '../users/grants.ts';
import { listSessions } from '../users/sessions.ts';
import { requireVerified } from './permissions.ts';

type Ctx = ContextFor<'account'>;

const notFound = () => new RequestError('entity.not_found');

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

  revokeGrant: async (ctx: Ctx, { params: { grantId } }: { params: { grantId: string } }): Promise<void> => {
    await requireVerified(ctx);
    if (!(await revokeGrant(ctx, ctx.userId, grantId))) throw notFound();
    const { userId, applicationId } = ctx;
    ctx.audit('RevokeToken', { result: 'Success', userId, applicationId, grantId });
  },
};
