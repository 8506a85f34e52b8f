// Authenticates callers for each access type. A token counts only after its signature, issuer, audience, type and
// expiry have been verified.

import { tenantScopes } from '@tessera/contract/tenant-scopes';
import { type JWTPayload, jwtVerify } from 'jose';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { adminTenant } from '../../infrastructure/http/resolve-request.ts';
import { organizationOf } from '../../platform/tenants/create-tenant.ts';
import type { Services } from '../../services.ts';
import { heldOrganizationScopes } from '../oidc/held-scopes.ts';
import { isActive } from '../oidc/may-issue.ts';
import { countingOrganizations } from '../oidc/memberships.ts';
import type { Principal } from '../oidc/resource-scopes.ts';
import { userAccess } from '../resources/management-access.ts';

const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256'];

const bearerToken = (header: string | undefined): string => {
  if (!header) throw new RequestError('auth.authorization_header_missing');
  const [scheme, token, ...rest] = header.split(' ');
  if (scheme?.toLowerCase() !== 'bearer') {
    throw new RequestError('auth.authorization_token_type_not_supported', { data: { supportedTypes: ['Bearer'] } });
  }
  // Decoders tolerate padding and foreign characters, but a token has exactly one spelling.
  if (!token || rest.length > 0 || !compact.test(token)) throw new RequestError('auth.unauthorized');
  return token;
};

/** The issuer is the URL by which a token was requested, and a tenant can have several. */
const issuersOf = async ({ addresses, domains }: Services, tenantId: string): Promise<string[]> => [
  addresses.issuer(tenantId),
  ...(await domains.inUse(tenantId)).map((domain) => `${addresses.onDomain(domain)}/oidc`),
];

type Verified = { payload: JWTPayload; issuer: string };
type Audience = { token: string; audience: string };

const verifiedName = ({ token, audience }: Audience) => `${audience} ${token}`;

/** A previously verified token of the tenant, if it has not expired and its issuer is still valid. */
const verifiedBefore = async (services: Services, tenantId: string, asked: Audience): Promise<Verified | undefined> => {
  const payload = (await services.keys.of(tenantId)).verified.get(verifiedName(asked));
  if (!payload || (payload.exp ?? 0) * 1000 <= services.clock.now()) return undefined;
  return (await issuersOf(services, tenantId)).includes(payload.iss ?? '') ? { payload, issuer: tenantId } : undefined;
};

const verifyBy = async (services: Services, tenantId: string, asked: Audience): Promise<Verified | undefined> => {
  const { verificationKeys, verified } = await services.keys.of(tenantId);
  const result = await jwtVerify(asked.token, verificationKeys, {
    issuer: await issuersOf(services, tenantId),
    audience: asked.audience,
    algorithms,
    typ: 'at+jwt',
    requiredClaims: ['exp', 'iat', 'jti'],
    currentDate: new Date(services.clock.now()),
  }).catch(() => undefined);
  // Our APIs take no proof of possession (DPoP), so a token that needs one is refused.
  if (!result || result.payload.cnf) return undefined;
  verified.set(verifiedName(asked), result.payload);
  return { payload: result.payload, issuer: tenantId };
};

/** Verifies a token with the keys of the tenants that may issue it; the issuer must match the key. */
const verify = async (services: Services, token: string, issuers: string[], audience: string): Promise<Verified> => {
  const asked = { token, audience };
  const tenantIds = new Set(issuers);
  // Look up cached results first: trying the keys of the wrong tenant costs more than the rest of many requests.
  for (const look of [verifiedBefore, verifyBy]) {
    for (const tenantId of tenantIds) {
      const verified = await look(services, tenantId, asked);
      if (verified) return verified;
    }
  }
  throw new RequestError('auth.unauthorized');
};

export type Caller = {
  subject: string;
  isApplication: boolean;
  scopes: ReadonlySet<string>;
  /** Set in console users' tokens for their own account. */
  sessionUid: string | undefined;
  tokenId: string;
};

const callerOf = ({ sub, client_id, scope, sid, jti }: JWTPayload): Caller => {
  if (typeof sub !== 'string' || sub === '') throw new RequestError('auth.jwt_sub_missing');
  return {
    subject: sub,
    isApplication: sub === client_id,
    sessionUid: typeof sid === 'string' ? sid : undefined,
    tokenId: jti ?? '',
    scopes: new Set(typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []),
  };
};

/** Tokens of suspended or deleted users and of deleted applications are rejected. */
const requireActive = async (
  { applications, databases }: Services,
  tenantId: string,
  { isApplication, subject }: Caller,
) => {
  const isKnown = isApplication
    ? (await applications.find(tenantId, subject)) !== undefined
    : await isActive(databases, tenantId, subject);
  if (!isKnown) throw new RequestError('auth.unauthorized');
};

type Holder = Caller & { organizationId: string | undefined };

/** Whether the caller, who exists, still has the role that the token was issued for. */
const holdsAccess = async (services: Services, tenantId: string, audience: string, holder: Holder) => {
  const { subject: id, isApplication, organizationId } = holder;
  if (!isApplication) {
    const held = await userAccess(services.databases, tenantId, id, audience);
    if (held === undefined) throw new RequestError('auth.unauthorized');
    return held;
  }
  await requireActive(services, tenantId, holder);
  const isOffered = async (principal: Principal) =>
    (await services.resourceScopes.offered(tenantId, audience, principal, undefined))?.scopes.includes('all') ?? false;
  const machine = { type: 'application', id } as const;
  return (await isOffered(machine)) || (organizationId !== undefined && isOffered({ ...machine, organizationId }));
};

/**
 * A token for the tenant's Management API, issued by the tenant itself or by the admin tenant. Its only scope includes
 * every permission in the tenant, so the role behind it is checked at each call.
 */
export const managementCaller = async (
  services: Services,
  tenantId: string,
  header: string | undefined,
): Promise<Caller> => {
  const token = bearerToken(header);
  const audience = services.wire.managementResource(tenantId);
  const { payload, issuer } = await verify(services, token, [tenantId, adminTenant], audience);
  const caller = callerOf(payload);
  if (!caller.scopes.has('all')) throw new RequestError('auth.forbidden');
  const organizationId = typeof payload.organization_id === 'string' ? payload.organization_id : undefined;
  const isHeld = await holdsAccess(services, issuer, audience, { ...caller, organizationId });
  if (!isHeld) throw new RequestError('auth.forbidden');
  return { ...caller, scopes: new Set([...caller.scopes, ...tenantScopes]) };
};

/** A token of the tenant for one of its API resources, checked on behalf of that API. */
export const resourceCaller = async (
  services: Services,
  tenantId: string,
  indicator: string,
  header: string | undefined,
): Promise<Caller> => {
  const { payload } = await verify(services, bearerToken(header), [tenantId], indicator);
  const caller = callerOf(payload);
  await requireActive(services, tenantId, caller);
  return caller;
};

const personsToken = async (services: Services, audience: string, header: string | undefined): Promise<Caller> => {
  const { payload } = await verify(services, bearerToken(header), [adminTenant], audience);
  const caller = callerOf(payload);
  if (caller.isApplication) throw new RequestError('auth.forbidden');
  return caller;
};

/** A console user's token: issued by the admin tenant for an active user. */
export const consoleCaller = async (services: Services, audience: string, header: string | undefined) => {
  const caller = await personsToken(services, audience, header);
  await requireActive(services, adminTenant, caller);
  return caller;
};

/** A console user's token for a tenant, limited to the permissions the user still has there. */
export const memberCaller = async (
  services: Services,
  tenantId: string,
  header: string | undefined,
): Promise<Caller & { issuedScopes: ReadonlySet<string> }> => {
  const organizationId = organizationOf(tenantId);
  const caller = await personsToken(services, services.wire.organizationAudience(organizationId), header);
  const db = services.databases.of(adminTenant);
  const [held] = await Promise.all([
    heldOrganizationScopes(db, caller.subject, countingOrganizations(db, caller.subject, { organizationId })),
    requireActive(services, adminTenant, caller),
  ]);
  const scopes = new Set(held.filter((scope) => caller.scopes.has(scope)));
  return { ...caller, scopes, issuedScopes: caller.scopes };
};

/** A console user's token for their own account, also if they are suspended. */
export const ownCaller = (services: Services, header: string | undefined) =>
  personsToken(services, services.wire.meResource, header);
