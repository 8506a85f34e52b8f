// The provisioning settings of a connector, with counts for the console.
import type { ScimSettings } from '@tessera/contract/scim-provisioning';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';

type Ctx = Pick<Context, 'db' | 'services' | 'tenantId'>;

type Row = Omit<ScimSettings, 'ssoConnectorId' | 'baseUrl'>;

export const settingsOf = async ({ db, services, tenantId }: Ctx, ssoConnectorId: string): Promise<ScimSettings> => {
  const {
    rows: [row],
  } = await sql<Row>`
    select coalesce(settings.is_enabled, false) as is_enabled, coalesce(settings.deactivation, 'suspend') as deactivation,
      users.all_count as user_count, users.deactivated_count as deactivated_user_count,
      (select count(*) from scim_groups where sso_connector_id = connector.id) as group_count,
      (select count(distinct group_id) from scim_group_mappings
        where sso_connector_id = connector.id) as mapped_group_count,
      (select count(*) from scim_requests where sso_connector_id = connector.id and status >= 400
        and created_at > now() - interval '1 day') as failure_count
    from sso_connectors as connector
    left join scim_settings as settings on settings.sso_connector_id = connector.id
    cross join lateral (
      select count(*) as all_count, count(*) filter (where not active) as deactivated_count
      from scim_users where sso_connector_id = connector.id
    ) as users
    where connector.id = ${ssoConnectorId}`.execute(db);
  if (!row) throw notFound(ssoConnectorId);
  const baseUrl = `${services.addresses.tenant(tenantId)}/api/scim/${encodeURIComponent(ssoConnectorId)}/v2`;
  return { ssoConnectorId, baseUrl, ...row };
};
