// The enterprise SSO connectors of a tenant, for those who choose among them.

import type { JsonObject } from '@tessera/contract/fields';
import { ssoConnectors } from '@tessera/contract/sso-connectors';
import { sql } from 'kysely';
import type { Context } from '../http/context.ts';
import { serve } from '../http/serve.ts';

/** Without their configuration, which holds secrets. */
export const connectorFacts = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('ssoConnectors')
    .select([
      ...(['ssoConnectors.tenantId', 'ssoConnectors.id', 'providerName', 'connectorName'] as const),
      ...(['syncProfile', 'enableTokenStorage', 'ssoConnectors.createdAt'] as const),
      sql<string[]>`sso_connectors.domains`.as('domains'),
      sql<JsonObject>`sso_connectors.branding`.as('branding'),
    ]);

export default serve(ssoConnectors, {
  list: (ctx) => ctx.page(connectorFacts(ctx).orderBy('connectorName').orderBy('ssoConnectors.id')),
});
