// Finds an API resource by ID, and tells which ones are built in.
import type { Wire } from '@tessera/contract/wire';
import type { Context } from '../../context.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';

export const findResource = async ({ db }: Pick<Context, 'db'>, id: string) => {
  const row = await db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return row;
};

/** The admin tenant also has the APIs of all tenants, of accounts and of the cloud. */
const builtIn = (wire: Wire, tenantId: string, indicator: string): boolean => {
  if (indicator === wire.managementResource(tenantId)) return true;
  if (!isAdminTenant(tenantId)) return false;
  const [before = '', after = ''] = wire.managementResource(' ').split(' ');
  return (
    indicator === wire.meResource ||
    indicator === wire.cloudResource ||
    (indicator.startsWith(before) && indicator.endsWith(after))
  );
};

type ResourceContext = Pick<Context, 'services' | 'tenantId'>;

export const isBuiltIn = ({ services, tenantId }: ResourceContext, { indicator }: { indicator: string }): boolean =>
  builtIn(services.wire, tenantId, indicator);

/** The resource, unless it is built in and read-only. */
export const findOwnResource = async (ctx: Context, id: string) => {
  const resource = await findResource(ctx, id);
  if (isBuiltIn(ctx, resource)) throw new RequestError('resource.cannot_modify_management_api');
  return resource;
};
