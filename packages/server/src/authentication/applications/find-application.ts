// Finds an application by ID, in the contract's format.
import type { Application } from '@tessera/contract/applications';
import type { Selectable } from 'kysely';
import { builtInApp } from '../../authorization/oidc/applications-as-clients.ts';
import type { Context } from '../../context.ts';
import type { ApplicationsTable } from '../../infrastructure/database/tables.gen.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { describeMetadata, type StoredMetadata } from '../protected-applications/metadata.ts';

export const noMetadata = { redirectUris: [], postLogoutRedirectUris: [] };

/** Not stored in the database; read-only. */
export const builtInApplication = (tenantId: string, id: string): Application | undefined => {
  const app = builtInApp(tenantId, id);
  return (
    app && {
      tenantId,
      id,
      name: app.name,
      secret: '',
      description: null,
      type: 'SPA',
      oidcClientMetadata: noMetadata,
      customClientMetadata: {},
      protectedAppMetadata: null,
      customData: {},
      isThirdParty: false,
      isSelfRegistered: false,
      metadataUrl: null,
      createdAt: 0,
    }
  );
};

/** Rows match the contract; the table types only know JSON. */
export const asApplication = ({ visit }: Pick<Context, 'visit'>, row: Selectable<ApplicationsTable>): Application => {
  const stored = row.protectedAppMetadata as StoredMetadata | null;
  return {
    ...(row as unknown as Omit<Application, 'secret'>),
    secret: '',
    oidcClientMetadata: { ...noMetadata, ...(row.oidcClientMetadata as object) },
    protectedAppMetadata: stored && describeMetadata(stored, visit.languages),
  };
};

export const findApplication = async (ctx: Pick<Context, 'db' | 'visit'>, id: string): Promise<Application> => {
  const row = await ctx.db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return asApplication(ctx, row);
};
