// Admission of identity providers: a token is valid for one connector, the one in the path.
import { findRevoked, type RevokedToken } from '../../authentication/sso-connectors/revoked-tokens.ts';
import type { Context } from '../../context.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import type { Statement } from '../../infrastructure/database/tenant-database.ts';
import type { Admission } from '../../infrastructure/http/admission.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { requireStorable } from '../../infrastructure/http/storable.ts';
import type { Services } from '../../services.ts';
import type { ProvisioningConnector, ScimCaller } from './caller.ts';
import { refuseRequest } from './refusal.ts';
import { scimError } from './scim-error.ts';

export const tokenPrefix = 'scim_';
/** A use is noted this often, so that most requests write nothing here. */
const notedEveryMs = 5 * 60_000;

type Found = {
  id: string;
  name: string;
  expiresAt: number | null;
  lastUsedAt: number | null;
  isEnabled: boolean | null;
  deactivation: ProvisioningConnector['deactivation'] | null;
  domains: string[];
};

const findToken: Statement = {
  name: 'scim-token',
  text: `select token.id, token.name, token.expires_at as "expiresAt", token.last_used_at as "lastUsedAt",
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

/** Null if the header has something else. */
const presentedToken = (header = ''): string | null => /^bearer (scim_[0-9A-Za-z]{32})$/i.exec(header)?.[1] ?? null;

const reasonOf = async (
  { services: { databases }, tenantId }: Context,
  ssoConnectorId: string,
  value: string,
): Promise<RequestError> => {
  const [revoked] = await databases.run<RevokedToken>(tenantId, findRevoked, [value]);
  return scimError(revoked?.connectorId === ssoConnectorId ? 'token_revoked' : 'token_unknown');
};

export const scimAdmission: Admission<Services> = {
  admit: async (context, { headers, params }) => {
    requireStorable({ params, query: {}, body: {} });
    const { services, tenantId, visit } = context;
    const { ssoConnectorId } = params as { ssoConnectorId: string };
    /** Requests without a valid token spend the attempts of their network. */
    const refuse = async (error: RequestError): Promise<never> => {
      await services.rateLimit.spend(visit.ip);
      return refuseRequest(context, ssoConnectorId, error);
    };
    if (!headers.authorization) return refuse(new RequestError('auth.authorization_header_missing'));
    const token = presentedToken(headers.authorization);
    if (!token) return refuse(scimError('token_unknown'));
    const value = digestOf(token);
    const values = [value, ssoConnectorId, !services.settings.ssoDomainVerification];
    const [found] = await services.databases.run<Found>(tenantId, findToken, values);
    if (!found) return refuse(await reasonOf(context, ssoConnectorId, value));
    const now = services.clock.now();
    if (found.expiresAt !== null && found.expiresAt <= now) {
      return refuse(scimError('token_expired', { name: found.name }));
    }
    // Only the identity provider itself spends it.
    await services.scimLimit.spend(tenantId);
    if (!found.isEnabled) return refuseRequest(context, ssoConnectorId, scimError('disabled'));
    context.actor = { type: 'system', id: `scim/${ssoConnectorId}`.slice(0, 64) };
    if (now - (found.lastUsedAt ?? 0) > notedEveryMs) await services.databases.run(tenantId, noteUse, [found.id]);
    const connector = {
      ...{ id: ssoConnectorId, domains: found.domains },
      deactivation: found.deactivation ?? ('suspend' as const),
    };
    return { connector } satisfies ScimCaller;
  },
};
