// Who is calling: the checks behind each kind of access. A token is believed only after its signature, issuer,
// audience, type and time have been verified.
import { type JWTPayload, jwtVerify } from 'jose';
import { mayIssue } from '../oidc/may-issue.ts';
import type { Services } from '../services.ts';
import { adminTenant } from './place.ts';
import { RequestError } from './request-error.ts';

const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const algorithms = ['ES256', 'ES384', 'ES512', 'RS256', 'PS256'];

export const bearerToken = (header: string | undefined): string => {
  if (!header) throw new RequestError('auth.authorization_header_missing');
  const [scheme, token, ...rest] = header.split(' ');
  if (scheme?.toLowerCase() !== 'bearer') {
    throw new RequestError('auth.authorization_token_type_not_supported', { data: { supportedTypes: ['Bearer'] } });
  }
  // Decoders are lenient about padding and foreign letters; a token has one spelling.
  if (!token || rest.length > 0 || !compact.test(token)) throw new RequestError('auth.unauthorized');
  return token;
};

/** Tokens name the address by which they were asked for; every address of the tenant is its own. */
const issuersOf = async ({ addresses, domains }: Services, tenantId: string): Promise<string[]> => [
  addresses.issuer(tenantId),
  ...(await domains.inUse(tenantId)).map((domain) => `${addresses.onDomain(domain)}/oidc`),
];

/** Verified by the keys of one of the tenants that may issue it; the issuer must be the one whose key fits. */
const verify = async (
  services: Services,
  token: string,
  issuers: string[],
  audience: string,
): Promise<{ payload: JWTPayload; issuer: string }> => {
  for (const tenantId of new Set(issuers)) {
    const { verificationKeys, verified: known } = await services.keys.of(tenantId);
    const name = `${audience} ${token}`;
    const before = known.get(name);
    const issuer = await issuersOf(services, tenantId);
    const isCurrent = before && (before.exp ?? 0) * 1000 > services.clock.now();
    if (isCurrent && issuer.includes(before.iss ?? '')) return { payload: before, issuer: tenantId };
    const verified = await jwtVerify(token, verificationKeys, {
      issuer,
      audience,
      algorithms,
      typ: 'at+jwt',
      requiredClaims: ['exp', 'iat', 'jti'],
      currentDate: new Date(services.clock.now()),
    }).catch(() => undefined);
    if (!verified) continue;
    known.set(name, verified.payload);
    return { payload: verified.payload, issuer: tenantId };
  }
  throw new RequestError('auth.unauthorized');
};

export type Caller = { subject: string; isApplication: boolean; scopes: Set<string> };

const callerOf = ({ sub, client_id, scope }: JWTPayload): Caller => {
  if (typeof sub !== 'string' || sub === '') throw new RequestError('auth.jwt_sub_missing');
  return {
    subject: sub,
    isApplication: sub === client_id,
    scopes: new Set(typeof scope === 'string' ? scope.split(' ') : []),
  };
};

/** A person's token is as good as the person: who was suspended or deleted since is let in nowhere. */
const requireActive = async (services: Services, tenantId: string, { isApplication, subject }: Caller) => {
  if (isApplication) return;
  const decision = await mayIssue(services.databases.of(tenantId), subject);
  if (!decision.allowed) throw new RequestError('auth.unauthorized');
};

/** A token for the tenant's Management API, issued by the tenant itself or by the admin tenant. */
export const managementCaller = async (services: Services, tenantId: string, header: string | undefined) => {
  const token = bearerToken(header);
  const audience = services.wire.managementResource(tenantId);
  const { payload, issuer } = await verify(services, token, [tenantId, adminTenant], audience);
  const caller = callerOf(payload);
  if (!caller.scopes.has('all')) throw new RequestError('auth.forbidden');
  await requireActive(services, issuer, caller);
  return caller;
};

/** A token of the tenant's own for one of its API resources, asked about on behalf of that API. */
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

/** A console user's token: issued by the admin tenant, for a person who may use it. */
export const consoleCaller = async (services: Services, audience: string, header: string | undefined) => {
  const caller = await personsToken(services, audience, header);
  await requireActive(services, adminTenant, caller);
  return caller;
};

/** A console user's token for their own account, which also says what became of them. */
export const ownCaller = (services: Services, header: string | undefined) =>
  personsToken(services, services.wire.meResource, header);
