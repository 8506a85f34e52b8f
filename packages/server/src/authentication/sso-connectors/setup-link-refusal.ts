// Setup links that don't work anymore, or never did: the page says why, and so does the audit log.
import type { Context } from '../../context.ts';
import type { Statement } from '../../infrastructure/database/tenant-database.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { findRevoked, type RevokedToken } from './revoked-tokens.ts';

/** `orphaned`: its creator has lost access. */
type Reason = 'expired' | 'revoked' | 'orphaned' | 'unknown';
type Ended = { link: RevokedToken; reason: Reason } | { value: string; named: string | undefined };

const findConnector: Statement = {
  name: 'sso-connector-exists',
  text: 'select id from sso_connectors where id = $1',
};

const explain = async (
  { services: { databases }, tenantId }: Context,
  ended: Ended,
): Promise<{ reason: Reason; connectorId?: string; setupLinkId?: string }> => {
  if ('link' in ended) {
    const { reason, link } = ended;
    return { reason, connectorId: link.connectorId, setupLinkId: link.id };
  }
  const { value, named } = ended;
  const [revoked] = await databases.run<RevokedToken>(tenantId, findRevoked, [value]);
  if (revoked) return { reason: 'revoked', connectorId: revoked.connectorId, setupLinkId: revoked.id };
  const [connector] = named ? await databases.run<{ id: string }>(tenantId, findConnector, [named]) : [];
  return { reason: 'unknown', ...(connector && { connectorId: connector.id }) };
};

/** Counted per network, so that guesses fill no log. */
export const refuseSetupLink = async (context: Context, ended: Ended): Promise<never> => {
  const { services, visit } = context;
  await services.rateLimit.spend(visit.ip);
  const { reason, ...about } = await explain(context, ended);
  const code = `single_sign_on.setup_link_${reason}` as const;
  context.audit('SsoConnector.SetupLink', { result: 'Error', ...about, operation: visit.operation, error: { code } });
  throw new RequestError(code);
};
