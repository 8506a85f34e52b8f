// Where the account pages may link back to: a redirect or sign-out URI of one of the tenant's applications, or any page on
// one of their registered origins. Everything else is ignored, so that the pages are no open redirect.
import type { ReturnAddress } from '@tessera/contract/account-center';
import { isCanonicalUri } from '@tessera/contract/redirect-uri';
import { type SqlBool, sql } from 'kysely';
import { builtInApps } from '../../authorization/oidc/applications-as-clients.ts';
import type { Services } from '../../services.ts';

type Needed = Pick<Services, 'applications' | 'databases'>;

const isOfBuiltIn = async ({ applications }: Needed, tenantId: string, url: string): Promise<string | undefined> => {
  for (const id of Object.keys(builtInApps)) {
    const known = await applications.find(tenantId, id);
    if (known?.client.redirect_uris?.includes(url)) return known.name;
  }
  return undefined;
};

export const findReturnAddress = async (
  services: Needed,
  tenantId: string,
  url: unknown,
): Promise<ReturnAddress | undefined> => {
  if (typeof url !== 'string' || !isCanonicalUri(url)) return undefined;
  const builtIn = await isOfBuiltIn(services, tenantId, url);
  if (builtIn !== undefined) return { url, name: builtIn };
  const { origin } = new URL(url);
  const row = await services.databases
    .of(tenantId)
    .selectFrom('applications')
    .select('name')
    .where((where) =>
      where.or([
        sql<SqlBool>`oidc_client_metadata -> 'redirectUris' ? ${url}::text`,
        sql<SqlBool>`oidc_client_metadata -> 'postLogoutRedirectUris' ? ${url}::text`,
        sql<SqlBool>`custom_client_metadata -> 'corsAllowedOrigins' ? ${origin}::text`,
      ]),
    )
    // Their names are chosen by anyone.
    .where('isSelfRegistered', '=', false)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  return row && { url, name: row.name };
};
