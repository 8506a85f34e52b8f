// Organization invitation handlers. An invitation past its time counts as expired, even if its stored status is still
// pending.
import { type OrganizationInvitation, organizationInvitations } from '@tessera/contract/organization-invitations';
import type { Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import type { OrganizationInvitationsTable } from '../../infrastructure/database/tables.gen.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { answerInvitation } from './answer.ts';
import { createInvitation } from './create.ts';
import { sendInvitation } from './message.ts';

type Row = Selectable<OrganizationInvitationsTable>;

/** With roles and current status, for many at once. */
const shown = async (db: Context['db'], now: number, rows: Row[]): Promise<OrganizationInvitation[]> => {
  if (rows.length === 0) return [];
  const roles = await db
    .selectFrom('organizationInvitationRoles as given')
    .innerJoin('organizationRoles as role', 'role.id', 'given.organizationRoleId')
    .select(['given.organizationInvitationId as invitationId', 'role.id', 'role.name'])
    .where(
      'given.organizationInvitationId',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('role.name')
    .execute();
  const byInvitation = Map.groupBy(roles, ({ invitationId }) => invitationId);
  return rows.map((row) => ({
    ...row,
    status: row.status === 'Pending' && row.expiresAt <= now ? 'Expired' : row.status,
    organizationRoles: byInvitation.get(row.id) ?? [],
  }));
};

const one = async (ctx: Context, id: string, db: Context['db'] = ctx.db): Promise<OrganizationInvitation> => {
  const row = await db.selectFrom('organizationInvitations').selectAll().where('id', '=', id).executeTakeFirst();
  const [invitation] = await shown(db, ctx.services.clock.now(), row ? [row] : []);
  if (!invitation) throw notFound(id);
  return invitation;
};
/** Reads it within the request's transaction. */
const written = async (ctx: Context, id: string) => one(ctx, id, await ctx.change.transaction());

export default serve(organizationInvitations, {
  list: async (ctx, { query: { organizationId, inviterId, invitee } }) => {
    const rows = await ctx.page(
      ctx.db
        .selectFrom('organizationInvitations')
        .selectAll()
        .$if(organizationId !== undefined, (rest) => rest.where('organizationId', '=', organizationId ?? ''))
        .$if(inviterId !== undefined, (rest) => rest.where('inviterId', '=', inviterId ?? ''))
        .$if(invitee !== undefined, (rest) => rest.where('inviteeKey', '=', (invitee ?? '').toLowerCase()))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
    );
    return shown(ctx.db, ctx.services.clock.now(), rows);
  },

  create: async (ctx, { body: { messagePayload = false, ...invitation } }) => {
    const id = await createInvitation(ctx, invitation);
    const made = await written(ctx, id);
    if (messagePayload === false) return made;
    // Committed before the message is sent, so that no transaction waits for a mail server.
    await ctx.change.commit();
    await sendInvitation(ctx, made, messagePayload).catch(async (error) => {
      // An invitation that cannot be sent is not created.
      await ctx.change.remove('organizationInvitations', { id });
      await ctx.change.commit();
      throw error;
    });
    return made;
  },

  get: (ctx, { params }) => one(ctx, params.invitationId),

  remove: async ({ change }, { params: { invitationId: id } }) => {
    if (!(await change.remove('organizationInvitations', { id }))) throw notFound(id);
  },

  updateStatus: async (ctx, { params: { invitationId }, body: { status, acceptedUserId = null } }) => {
    await answerInvitation(ctx, invitationId, status, acceptedUserId);
    return written(ctx, invitationId);
  },

  sendMessage: async (ctx, { params, body }) => {
    const invitation = await one(ctx, params.invitationId);
    const { status } = invitation;
    if (status !== 'Pending') {
      throw new RequestError('request.invalid_input', { status: 422, details: `the invitation is ${status}` });
    }
    await sendInvitation(ctx, invitation, body);
  },
});
