// Machine-to-machine tokens, by far the most frequent request, bypassing the library. It only handles plain requests it
// fully understands and never rejects any; everything else is left to the provider.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CompactSign } from 'jose';
import type { Destination } from '../../infrastructure/http/resolve-request.ts';
import { visitOf } from '../../infrastructure/http/visit.ts';
import { random } from '../../random.ts';
import type { Services } from '../../services.ts';
import type { KnownApplication } from './applications-as-clients.ts';
import { grantedScope } from './grants/client-credentials.ts';
import { internalMark } from './internal-mark.ts';
import { accessTokenLifetime } from './lifetimes.ts';
import { fittingSecret, isExpired, type KnownSecret } from './named-secrets.ts';
import { readTokenBody } from './token-body.ts';

type Caller = { id: string; secret: string };

const grantType = 'client_credentials';
const understood = new Set(['grant_type', 'scope', 'resource', 'client_id', 'client_secret']);
/** Headers that need more than a plain token response. */
const demanding = ['origin', 'dpop', 'oauth-client-attestation', 'oauth-client-attestation-pop', 'transfer-encoding'];
/** Characters whose encoding is unambiguous on both sides of the colon. */
const plainCredentials = /^([\w.~-]+):([\w.~-]+)$/;

/** The form's parameters, if each occurs once and all are known. */
const readForm = (text: string): Map<string, string> | undefined => {
  const form = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (!understood.has(name) || form.has(name) || value === '') return undefined;
    form.set(name, value);
  }
  return form.get('grant_type') === grantType ? form : undefined;
};

const callerOf = (authorization: string | undefined, form: Map<string, string>): Caller | undefined => {
  const [clientId, clientSecret] = [form.get('client_id'), form.get('client_secret')];
  if (authorization === undefined) return clientId && clientSecret ? { id: clientId, secret: clientSecret } : undefined;
  const [scheme, encoded = '', more] = authorization.split(' ');
  if (scheme !== 'Basic' || more !== undefined || clientSecret !== undefined) return undefined;
  const credentials = Buffer.from(encoded, 'base64');
  const [, id, secret] = plainCredentials.exec(credentials.toString('latin1')) ?? [];
  const isPlain = id !== undefined && secret !== undefined && credentials.toString('base64') === encoded;
  return isPlain && (clientId === undefined || clientId === id) ? { id, secret } : undefined;
};

const usedSecret = ({ secrets }: KnownApplication, presented: string, now: number): KnownSecret | undefined => {
  const fitting = fittingSecret(secrets, presented);
  return fitting && !isExpired(fitting, now) ? fitting : undefined;
};

export const machineTokens = (
  services: Pick<Services, 'addresses' | 'applications' | 'audit' | 'clock' | 'keys' | 'resourceScopes' | 'scripts'>,
) => {
  const { addresses, applications, audit, clock, keys, resourceScopes, scripts } = services;

  const tokenFor = async (destination: Destination, { id, client }: KnownApplication, form: Map<string, string>) => {
    const { tenantId } = destination;
    const audience = form.get('resource') ?? (await resourceScopes.defaultResource(tenantId));
    if (!audience || (await scripts(tenantId, 'ClientCredentials'))) return undefined;
    const offer = await resourceScopes.offered(tenantId, audience, { type: 'application', id }, undefined);
    if (!offer) return undefined;
    const scope = grantedScope(form.get('scope'), offer.scopes);
    const lifetime = accessTokenLifetime(client, offer.accessTokenTtl);
    const iat = Math.floor(clock.now() / 1000);
    const { algorithm, signingKey, signingKeyId } = await keys.of(tenantId);
    const payload = {
      jti: random.tokenId(),
      sub: id,
      iat,
      exp: iat + lifetime,
      scope,
      client_id: id,
      iss: `${addresses.at(destination)}/oidc`,
      aud: audience,
    };
    const value = await new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg: algorithm, typ: 'at+jwt', kid: signingKeyId })
      .sign(signingKey);
    return { audience, body: { access_token: value, expires_in: lifetime, token_type: 'Bearer', scope } };
  };

  /** Whether the request was answered. If not, the provider finds the body where it expects it. */
  return async (destination: Destination, request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { headers } = request;
    const { tenantId } = destination;
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return false;
    if (demanding.some((name) => headers[name] !== undefined)) return false;
    const text = await readTokenBody(request);
    (request as IncomingMessage & { body: unknown }).body = text;
    const form = readForm(text);
    const caller = form && callerOf(headers.authorization, form);
    if (!caller) return false;
    const application = await applications.find(tenantId, caller.id);
    if (application?.type !== 'MachineToMachine' || application.client.dpop_bound_access_tokens) return false;
    const secret = usedSecret(application, caller.secret, clock.now());
    const answer = secret && (await tokenFor(destination, application, form));
    if (!answer) return false;

    const { ip, userAgent } = visitOf(request);
    const isTest = internalMark(request) !== undefined;
    audit.record(tenantId, 'ExchangeTokenBy.ClientCredentials', {
      result: 'Success',
      ip,
      userAgent,
      applicationId: caller.id,
      applicationSecret: { name: secret.name },
      params: Object.fromEntries(form),
      tokenTypes: ['ClientCredentials'],
      scope: answer.body.scope,
      audience: answer.audience,
      ...(isTest && { isTest }),
    });
    audit.tokenIssued(tenantId, undefined);
    // A test does not show that the application uses it.
    if (!isTest) audit.secretUsed(tenantId, caller.id, secret.name);
    const body = JSON.stringify(answer.body);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
    });
    response.end(body);
    return true;
  };
};
