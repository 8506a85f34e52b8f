// Admission of setup links to the operations that the contract marks for them, for their own connector only. They read no
// secrets and have no permissions of a member.
import type { Operation } from '@tessera/contract/kit';
import type { FastifyRequest } from 'fastify';
import { remainingScopes } from '../../authorization/access/requester.ts';
import type { Context } from '../../context.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import type { Statement } from '../../infrastructure/database/tenant-database.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { requireStorable } from '../../infrastructure/http/storable.ts';
import { refuseSetupLink } from './setup-link-refusal.ts';

export const setupLinkPrefix = 'sso_setup_';
const format = /^bearer +(sso_setup_\S*)$/i;
/** Reading is logged this often, since an open page reads again and again. */
const notedEveryMs = 5 * 60_000;

type Found = {
  id: string;
  connectorId: string;
  expiresAt: number;
  lastUsedAt: number | null;
  actorType: string;
  actorId: string | null;
  actorScopes: unknown;
};

const findLink: Statement = {
  name: 'sso-setup-link',
  text: `select id, sso_connector_id as "connectorId", expires_at as "expiresAt", last_used_at as "lastUsedAt",
      actor_type as "actorType", actor_id as "actorId", actor_scopes as "actorScopes"
    from sso_setup_links where value = $1`,
};
const noteUse: Statement = {
  name: 'sso-setup-link-use',
  text: 'update sso_setup_links set last_used_at = now() where id = $1',
};

const parameterOf = ({ params }: FastifyRequest, { setupLink }: Operation): string | undefined =>
  setupLink?.connector && (params as Record<string, string>)[setupLink.connector];

/** What the link doesn't allow, or another connector; undefined if it allows the request. */
const refusalOf = ({ connectorId }: Found, request: FastifyRequest, operation: Operation): RequestError | undefined => {
  const forbidden = new RequestError('single_sign_on.setup_link_forbidden');
  if (!operation.setupLink) return forbidden;
  const { fields = [] } = operation.setupLink;
  const named = parameterOf(request, operation);
  if (named !== undefined && named !== connectorId) return notFound(named);
  const { body } = request;
  const sent = typeof body === 'object' && body !== null ? Object.keys(body) : [];
  return sent.every((field) => fields.includes(field)) ? undefined : forbidden;
};

/** Undefined if the caller presents something else. */
export const admitSetupLink = async (context: Context, request: FastifyRequest, operation: Operation) => {
  const [, token] = format.exec(request.headers.authorization ?? '') ?? [];
  if (!token) return undefined;
  requireStorable({ params: request.params, query: {}, body: {} });
  const { services, tenantId, visit } = context;
  const value = digestOf(token);
  const [link] = await services.databases.run<Found>(tenantId, findLink, [value]);
  if (!link) return refuseSetupLink(context, { value, named: parameterOf(request, operation) });
  const now = services.clock.now();
  if (link.expiresAt <= now) return refuseSetupLink(context, { link, reason: 'expired' });
  const scopes = await remainingScopes(services, { tenantId, ...link });
  if (!scopes.has('write:data')) return refuseSetupLink(context, { link, reason: 'orphaned' });
  const { id: setupLinkId, connectorId } = link;
  const actor = { type: 'system', id: `setup-link/${link.id}` } as const;
  const about = { actor, connectorId, setupLinkId, operation: visit.operation };
  const refusal = refusalOf(link, request, operation);
  // Both are logged each time.
  if (refusal || operation.method !== 'GET') await services.rateLimit.spend(visit.ip);
  if (refusal) {
    const error = { code: 'single_sign_on.setup_link_forbidden' };
    context.audit('SsoConnector.SetupLink', { result: 'Error', ...about, error });
    throw refusal;
  }
  context.actor = actor;
  context.caller = { scopes: new Set(), setupLinkId };
  const isDue = now - (link.lastUsedAt ?? 0) > notedEveryMs;
  if (isDue) await services.databases.run(tenantId, noteUse, [setupLinkId]);
  if (isDue || operation.method !== 'GET') context.audit('SsoConnector.SetupLink', { result: 'Success', ...about });
  return {};
};
