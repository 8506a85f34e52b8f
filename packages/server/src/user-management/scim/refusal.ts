// Requests that are refused before they reach a resource: their token is wrong, or provisioning is off. Administrators see
// them among the recent requests.
import type { ScimAction } from '@tessera/contract/scim-provisioning';
import type { Context } from '../../context.ts';
import type { Statement } from '../../infrastructure/database/tenant-database.ts';
import type { RequestError } from '../../infrastructure/http/request-error.ts';
import { describeFailure, rowOf } from './requests.ts';

/** Each reason is logged once in five minutes, since anyone can send such requests, and identity providers repeat them. */
const insertRefusal: Statement = {
  name: 'scim-refusal',
  text: `insert into scim_requests (id, sso_connector_id, action, method, path, status, detail)
    select $1, connector.id, $3, $4, $5, $6::smallint, $7::text from sso_connectors as connector
    where connector.id = $2 and not exists (
      select from scim_requests as earlier
      where earlier.sso_connector_id = connector.id and earlier.status >= 400 and earlier.detail = $7::text
        and earlier.created_at > now() - interval '5 minutes')`,
};

const verbs = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as const;

/** What the request tried to do. */
const actionOf = ({ visit, raw: { request } }: Context): ScimAction => {
  const verb = verbs[request.method as keyof typeof verbs] ?? null;
  return verb ? `${verb}${visit.destination.path.includes('/v2/Groups') ? 'Group' : 'User'}` : 'read';
};

export const refuseRequest = async (context: Context, ssoConnectorId: string, error: RequestError): Promise<never> => {
  const { services, tenantId, visit, raw } = context;
  const action = actionOf(context);
  const { status, detail } = describeFailure(error);
  const row = rowOf({ visit, raw, connector: { id: ssoConnectorId } }, { action }, status);
  const values = [row.id, ssoConnectorId, action, row.method, row.path, status, detail];
  await services.databases.run(tenantId, insertRefusal, values);
  throw error;
};
