// An API resource by its id, and which ones belong to the product.
import type { Wire } from '@tessera/contract/wire';
import type { Context } from '../http/context.ts';
import { adminTenant } from '../http/place.ts';
import { notFound, RequestError } from '../http/request-error.ts';

export const findResource = async ({ db }: Pick<Context, 'db'>, id: string) => {
  const row = await db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound(id);
  return row;
};

/** The admin tenant also holds what its tokens are for: the APIs of all tenants, of accounts and of the cloud. */
const builtIn = (wire: Wire, tenantId: string, indicator: string): boolean => {
  if (indicator === wire.managementResource(tenantId)) return true;
  if (tenantId !== adminTenant) return false;
  const [before = '', after = ''] = wire.managementResource(' ').split(' ');
  return (
    indicator === wire.meResource ||
    indicator === wire.cloudResource ||
    (indicator.startsWith(before) && indicator.endsWith(after))
  );
};

type Place = Pick<Context, 'services' | 'tenantId'>;

export const isBuiltIn = ({ services, tenantId }: Place, { indicator }: { indicator: string }): boolean =>
  builtIn(services.wire, tenantId, indicator);

/** The resource, unless it belongs to the product and nothing of it can be changed. */
export const findOwnResource = async (ctx: Context, id: string) => {
  const resource = await findResource(ctx, id);
  if (isBuiltIn(ctx, resource)) throw new RequestError('resource.cannot_modify_management_api');
  return resource;
};
