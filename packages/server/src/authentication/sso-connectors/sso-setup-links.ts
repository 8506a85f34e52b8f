// Handlers of setup links. The URL is shown once; its token is in the fragment, which browsers send to no server.
import { longestSetupLinkMs, type SsoSetupLink, ssoSetupLinks } from '@tessera/contract/sso-setup-links';
import type { Selectable } from 'kysely';
import { requesterOf } from '../../authorization/access/requester.ts';
import type { Context } from '../../context.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { lockUntilCommit } from '../../infrastructure/database/lock.ts';
import type { SsoSetupLinksTable } from '../../infrastructure/database/tables.gen.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import { serve } from '../../serve.ts';
import { requireSsoConnector } from './find.ts';
import { noteRevoked } from './revoked-tokens.ts';
import { setupLinkPrefix } from './setup-link-admission.ts';

const mostLinks = 10;

const shown = ({ id, createdAt, expiresAt, lastUsedAt }: Selectable<SsoSetupLinksTable>): SsoSetupLink => ({
  ...{ id, createdAt, expiresAt, lastUsedAt },
});

const requireRoom = async ({ change, tenantId, services }: Context, ssoConnectorId: string) => {
  const tx = await change.transaction();
  await lockUntilCommit(tx, 'sso-setup-links', tenantId, ssoConnectorId);
  const rows = await tx
    .selectFrom('ssoSetupLinks')
    .select('expiresAt')
    .where('ssoConnectorId', '=', ssoConnectorId)
    .execute();
  const working = rows.filter(({ expiresAt }) => expiresAt > services.clock.now());
  if (working.length >= mostLinks) throw new RequestError('single_sign_on.setup_link_limit');
};

/** The page of the console that works without signing in. */
const urlOf = ({ services: { addresses, settings }, tenantId }: Context, ssoConnectorId: string, token: string) => {
  const base = settings.capabilities.hasManyTenants ? `${addresses.consoleUrl}/${tenantId}` : addresses.consoleUrl;
  return `${base}/sso-setup/${encodeURIComponent(ssoConnectorId)}#${token}`;
};

export default serve(ssoSetupLinks, {
  list: async (ctx, { params: { ssoConnectorId } }) => {
    await requireSsoConnector(ctx, ssoConnectorId);
    const rows = await ctx.db
      .selectFrom('ssoSetupLinks')
      .selectAll()
      .where('ssoConnectorId', '=', ssoConnectorId)
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .execute();
    return rows.map(shown);
  },

  create: async (ctx, { params: { ssoConnectorId }, body: { expiresAt } }) => {
    await requireSsoConnector(ctx, ssoConnectorId);
    const now = ctx.services.clock.now();
    if (expiresAt <= now || expiresAt > now + longestSetupLinkMs) {
      throw new RequestError('single_sign_on.setup_link_expiry');
    }
    await requireRoom(ctx, ssoConnectorId);
    const token = `${setupLinkPrefix}${random.secret()}`;
    const row = await ctx.change.insert('ssoSetupLinks', {
      ...{ id: random.id(), ssoConnectorId, value: digestOf(token), expiresAt },
      ...requesterOf(ctx),
    });
    return { ...shown(row), secretUrl: urlOf(ctx, ssoConnectorId, token) };
  },

  remove: async (ctx, { params: { ssoConnectorId, setupLinkId } }) => {
    await noteRevoked(ctx, 'ssoSetupLinks', { id: setupLinkId, ssoConnectorId });
    if (!(await ctx.change.remove('ssoSetupLinks', { id: setupLinkId, ssoConnectorId }))) throw notFound(setupLinkId);
  },
});
