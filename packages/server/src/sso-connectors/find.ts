// Enterprise SSO connectors as sign-ins see them: those that can be used, and whose email addresses they are for.
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { safeParse } from 'zod/v4/core';
import type { SsoConnectorsTable } from '../database/tables.gen.ts';
import type { Context } from '../http/context.ts';
import { notFound, RequestError } from '../http/request-error.ts';
import { type SsoProvider, ssoProviders } from './sso-provider.ts';

type Row = Selectable<SsoConnectorsTable>;
export type SsoConnectorInUse = { row: Row; provider: SsoProvider; issuer: string };

const inUse = (row: Row): SsoConnectorInUse | undefined => {
  const provider = Object.hasOwn(ssoProviders, row.providerName) ? ssoProviders[row.providerName] : undefined;
  if (!provider || !safeParse(provider.config, row.config).success) return undefined;
  return { row, provider, issuer: provider.issuer(row.config) };
};

/** Set up, and for somebody. */
export const isUsable = (row: Row): boolean => row.domains.length > 0 && inUse(row) !== undefined;

export const domainOf = (email: string) => email.toLowerCase().split('@').at(-1) ?? '';

export const findSsoConnector = async ({ db }: Context, id: string): Promise<SsoConnectorInUse> => {
  const row = await db.selectFrom('ssoConnectors').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  const found = inUse(row);
  if (!found) throw new RequestError('connector.invalid_config');
  return found;
};

/** Those that people with this address have to use; none while the tenant has them switched off. */
export const ssoConnectorsFor = async ({ db, services, tenantId }: Context, email: string): Promise<Row[]> => {
  const { singleSignOnEnabled } = await services.signInExperiences.of(tenantId);
  if (!singleSignOnEnabled) return [];
  const rows = await db
    .selectFrom('ssoConnectors')
    .selectAll()
    .where(sql<boolean>`domains @> ${JSON.stringify([domainOf(email)])}::jsonb`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.filter(isUsable);
};

/** An address of a company that signs in by itself is good for nothing else. */
export const refuseSsoOnlyEmail = async (ctx: Context, email: string) => {
  const connectors = await ssoConnectorsFor(ctx, email);
  if (connectors.length === 0) return;
  // Without their configuration, which holds secrets.
  const ssoConnectors = connectors.map(({ config: _, ...connector }) => connector);
  throw new RequestError('session.sso_enabled', { data: { ssoConnectors } });
};
