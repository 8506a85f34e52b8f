// An application by its id, as the contract describes it.
import type { Application } from '@tessera/contract/applications';
import type { Selectable } from 'kysely';
import type { ApplicationsTable } from '../database/tables.gen.ts';
import type { Context } from '../http/context.ts';
import { notFound } from '../http/request-error.ts';
import { demoApp, demoAppName } from '../oidc/applications-as-clients.ts';

export const noMetadata = { redirectUris: [], postLogoutRedirectUris: [] };

/** Nobody's row: it can be looked at like the others, and that is all. */
export const demoApplication = (tenantId: string): Application => ({
  tenantId,
  id: demoApp,
  name: demoAppName,
  secret: '',
  description: null,
  type: 'SPA',
  oidcClientMetadata: noMetadata,
  customClientMetadata: {},
  protectedAppMetadata: null,
  customData: {},
  isThirdParty: false,
  createdAt: 0,
});

/** Rows are what the contract says; the database only knows them as JSON. */
export const asApplication = (row: Selectable<ApplicationsTable>): Application => ({
  ...(row as unknown as Application),
  oidcClientMetadata: { ...noMetadata, ...(row.oidcClientMetadata as object) },
});

export const findApplication = async ({ db }: Pick<Context, 'db'>, id: string): Promise<Application> => {
  const row = await db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return asApplication(row);
};
