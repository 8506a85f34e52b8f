// Admission of identity providers: a token is valid for one connector, the one in the path.
import { digestOf } from '../../infrastructure/database/digest.ts';
import type { Statement } from '../../infrastructure/database/tenant-database.ts';
import type { Admission } from '../../infrastructure/http/admission.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Services } from '../../services.ts';
import { scimError } from './scim-error.ts';

/** The connector that the identity provider writes to. */
export type ProvisioningConnector = {
  id: string;
  /** Email domains for which it vouches, verified by DNS if the operator requires it. */
  domains: readonly string[];
  deactivation: 'suspend' | 'leaveOrganizations' | 'delete';
};
export type ScimCaller = { connector: ProvisioningConnector };

export const tokenPrefix = 'scim_';
const format = /^scim_[0-9A-Za-z]{32}$/;
/** A use is noted this often, so that most requests write nothing here. */
const notedEveryMs = 5 * 60_000;

type Found = {
  id: string;
  expiresAt: number | null;
  lastUsedAt: number | null;
  isEnabled: boolean | null;
  deactivation: ProvisioningConnector['deactivation'] | null;
  domains: string[];
};

const findToken: Statement = {
  name: 'scim-token',
  text: `select token.id, token.expires_at as "expiresAt", token.last_used_at as "lastUsedAt",
      settings.is_enabled as "isEnabled", settings.deactivation,
      array(select domain::text from sso_connector_domains as one
        where one.tenant_id = token.tenant_id and one.sso_connector_id = token.sso_connector_id
          and ($3 or one.verified_at is not null)) as domains
    from scim_tokens as token
    left join scim_settings as settings
      on settings.tenant_id = token.tenant_id and settings.sso_connector_id = token.sso_connector_id
    where token.value = $1 and token.sso_connector_id = $2`,
};
const noteUse: Statement = {
  name: 'scim-token-use',
  text: 'update scim_tokens set last_used_at = now() where id = $1',
};

const presentedToken = (header: string | undefined): string => {
  if (!header) throw new RequestError('auth.authorization_header_missing');
  const [scheme, token = '', ...rest] = header.split(' ');
  if (scheme?.toLowerCase() !== 'bearer') {
    throw new RequestError('auth.authorization_token_type_not_supported', { data: { supportedTypes: ['Bearer'] } });
  }
  if (rest.length > 0 || !format.test(token)) throw new RequestError('auth.unauthorized');
  return token;
};

export const scimAdmission: Admission<Services> = {
  admit: async (context, { headers, params }) => {
    const { services, tenantId, visit } = context;
    const { ssoConnectorId } = params as { ssoConnectorId: string };
    const value = digestOf(presentedToken(headers.authorization));
    const values = [value, ssoConnectorId, !services.settings.ssoDomainVerification];
    const [found] = await services.databases.run<Found>(tenantId, findToken, values);
    const now = services.clock.now();
    if (!found || (found.expiresAt !== null && found.expiresAt <= now)) {
      await services.rateLimit.spend(visit.ip);
      throw new RequestError('auth.unauthorized');
    }
    // Only the identity provider itself spends it.
    await services.scimLimit.spend(tenantId);
    if (!found.isEnabled) throw scimError('disabled');
    context.actor = { type: 'system', id: `scim/${ssoConnectorId}`.slice(0, 64) };
    if (now - (found.lastUsedAt ?? 0) > notedEveryMs) await services.databases.run(tenantId, noteUse, [found.id]);
    const connector = {
      ...{ id: ssoConnectorId, domains: found.domains },
      deactivation: found.deactivation ?? ('suspend' as const),
    };
    return { connector } satisfies ScimCaller;
  },
};
