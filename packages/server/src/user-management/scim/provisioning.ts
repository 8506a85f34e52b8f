// Administration of SCIM provisioning: settings, tokens, group mappings and recent requests of a connector.
import { type ScimToken, scimProvisioning } from '@tessera/contract/scim-provisioning';
import { type Selectable, sql } from 'kysely';
import { requireSsoConnector } from '../../authentication/sso-connectors/find.ts';
import { noteRevoked } from '../../authentication/sso-connectors/revoked-tokens.ts';
import type { Context } from '../../context.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import type { ScimTokensTable } from '../../infrastructure/database/tables.gen.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { containing } from '../../infrastructure/search/containing.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { tokenPrefix } from './admission.ts';
import { asMapping, createMapping, mappingRows, removeMapping } from './group-mappings.ts';
import { scimError } from './scim-error.ts';
import { settingsOf } from './settings.ts';

const mostTokens = 10;
const shownEnding = 4;

const concealed = (row: Selectable<ScimTokensTable>): ScimToken => {
  const { id, name, ending, createdAt, expiresAt, lastUsedAt } = row;
  return { id, name, value: `${tokenPrefix}…${ending}`, createdAt, expiresAt, lastUsedAt };
};

const requireRoomForToken = async (ctx: Context, ssoConnectorId: string) => {
  const tx = await ctx.change.transaction();
  await lockUntilCommit(tx, 'scim-tokens', ctx.tenantId, ssoConnectorId);
  const rows = await tx.selectFrom('scimTokens').select('id').where('ssoConnectorId', '=', ssoConnectorId).execute();
  if (rows.length >= mostTokens) throw scimError('limit_reached', { limit: mostTokens });
};

export default serve(scimProvisioning, {
  get: (ctx, { params }) => settingsOf(ctx, params.ssoConnectorId),
  update: async (ctx, { params: { ssoConnectorId }, body }) => {
    await requireSsoConnector(ctx, ssoConnectorId);
    await ctx.change.insertMissing('scimSettings', [{ ssoConnectorId }], ['ssoConnectorId']);
    await ctx.change.update('scimSettings', { ssoConnectorId }, body);
    const { services, tenantId } = ctx;
    return settingsOf({ services, tenantId, db: await ctx.change.transaction() }, ssoConnectorId);
  },

  listTokens: async (ctx, { params: { ssoConnectorId } }) => {
    await requireSsoConnector(ctx, ssoConnectorId);
    const rows = await ctx.db
      .selectFrom('scimTokens')
      .selectAll()
      .where('ssoConnectorId', '=', ssoConnectorId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    return rows.map(concealed);
  },
  createToken: async (ctx, { params: { ssoConnectorId }, body: { name, expiresAt = null } }) => {
    await requireSsoConnector(ctx, ssoConnectorId);
    if (expiresAt !== null && expiresAt <= ctx.services.clock.now()) {
      throw new RequestError('request.invalid_input', { details: 'expiresAt is in the past' });
    }
    await requireRoomForToken(ctx, ssoConnectorId);
    const value = `${tokenPrefix}${random.secret()}`;
    const token = { id: random.id(), ssoConnectorId, name, expiresAt, ending: value.slice(-shownEnding) };
    const row = await ctx.change.insert('scimTokens', { ...token, value: digestOf(value) });
    return { ...concealed(row), value };
  },
  removeToken: async (ctx, { params: { ssoConnectorId, tokenId } }) => {
    await noteRevoked(ctx, 'scimTokens', { id: tokenId, ssoConnectorId });
    if (!(await ctx.change.remove('scimTokens', { id: tokenId, ssoConnectorId }))) throw notFound(tokenId);
  },

  listGroups: async (ctx, { params: { ssoConnectorId }, query }) => {
    await requireSsoConnector(ctx, ssoConnectorId);
    const condition = containing(query.q, ['scimGroups.displayName'], 'scimGroups.displayNameKey');
    return ctx.page(
      ctx.db
        .selectFrom('scimGroups')
        .select(['id', 'displayName', 'externalId', 'createdAt', 'updatedAt'])
        .select([
          sql<number>`(select count(*) from scim_group_members where group_id = scim_groups.id)`.as('userCount'),
          sql<number>`(select count(*) from scim_group_mappings where group_id = scim_groups.id)`.as('mappingCount'),
        ])
        .where('ssoConnectorId', '=', ssoConnectorId)
        .$if(condition !== undefined, (rest) => (condition ? rest.where(condition) : rest))
        .orderBy('displayNameKey')
        .orderBy('id'),
    );
  },

  listMappings: async (ctx, { params: { ssoConnectorId } }) => {
    await requireSsoConnector(ctx, ssoConnectorId);
    const rows = await ctx.page(mappingRows(ctx.db, ssoConnectorId));
    return rows.map(asMapping);
  },
  createMapping: (ctx, { params, body }) => createMapping(ctx, params.ssoConnectorId, body),
  removeMapping: (ctx, { params }) => removeMapping(ctx, params.ssoConnectorId, params.mappingId),

  listRequests: async (ctx, { params: { ssoConnectorId }, query }) => {
    await requireSsoConnector(ctx, ssoConnectorId);
    return ctx.page(
      ctx.db
        .selectFrom('scimRequests')
        .select(['id', 'action', 'method', 'path', 'status', 'subject', 'memberCount', 'detail', 'createdAt'])
        .where('ssoConnectorId', '=', ssoConnectorId)
        .$if(query.result === 'failed', (rest) => rest.where('status', '>=', 400))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
    ) as never;
  },
});
