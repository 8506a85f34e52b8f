// Tokens for machines, by far the most frequent request, without the way through the library. This only ever says yes,
// and only to a plain request that it understands whole; everything else, each refusal too, is the provider's answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CompactSign } from 'jose';
import type { Place } from '../http/place.ts';
import { visitOf } from '../http/visit.ts';
import { random, sameSecret } from '../random.ts';
import type { Services } from '../services.ts';
import type { KnownApplication } from './applications-as-clients.ts';
import { grantedScope } from './grants/client-credentials.ts';
import { fittingSecret, isExpired } from './named-secrets.ts';
import { readTokenBody } from './token-body.ts';

type Caller = { id: string; secret: string };

const grantType = 'client_credentials';
const understood = new Set(['grant_type', 'scope', 'resource', 'client_id', 'client_secret']);
/** Headers that ask for more than a token: for a browser's permission, or for another kind of token. */
const demanding = ['origin', 'dpop', 'oauth-client-attestation', 'oauth-client-attestation-pop', 'transfer-encoding'];
/** Neither side of the colon holds anything that an encoding could mean otherwise. */
const plainCredentials = /^([\w.~-]+):([\w.~-]+)$/;

/** What the form says, if it says everything once and nothing we do not know. */
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

/** The name of the secret that was used, which the first one of an application does not have. */
const usedSecret = ({ secrets, client }: KnownApplication, presented: string, now: number) => {
  const fitting = fittingSecret(secrets, presented);
  if (fitting) return isExpired(fitting, now) ? undefined : { name: fitting.name };
  return sameSecret(client.client_secret ?? '', presented) ? {} : undefined;
};

export const machineTokens = (services: Services) => {
  const { addresses, applications, audit, clock, keys, resourceScopes, scripts } = services;

  const tokenFor = async (place: Place, id: string, form: Map<string, string>) => {
    const { tenantId } = place;
    const audience = form.get('resource') ?? (await resourceScopes.defaultResource(tenantId));
    if (!audience || (await scripts(tenantId, 'ClientCredentials'))) return undefined;
    const offer = await resourceScopes.offered(tenantId, audience, { type: 'application', id }, undefined);
    if (!offer) return undefined;
    const scope = grantedScope(form.get('scope'), offer.scopes);
    const iat = Math.floor(clock.now() / 1000);
    const { algorithm, signingKey, signingKeyId } = await keys.of(tenantId);
    const payload = {
      jti: random.tokenId(),
      sub: id,
      iat,
      exp: iat + offer.accessTokenTtl,
      scope: scope || undefined,
      client_id: id,
      iss: `${addresses.at(place)}/oidc`,
      aud: audience,
    };
    const value = await new CompactSign(Buffer.from(JSON.stringify(payload)))
      .setProtectedHeader({ alg: algorithm, typ: 'at+jwt', kid: signingKeyId })
      .sign(signingKey);
    return { access_token: value, expires_in: offer.accessTokenTtl, token_type: 'Bearer', ...(scope && { scope }) };
  };

  /** Whether the request is answered. If not, the provider finds the body that was read where it looks for one. */
  return async (place: Place, request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { headers } = request;
    const { tenantId } = place;
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return false;
    if (demanding.some((name) => headers[name] !== undefined)) return false;
    const text = await readTokenBody(request);
    (request as IncomingMessage & { body: unknown }).body = text;
    const form = readForm(text);
    const caller = form && callerOf(headers.authorization, form);
    if (!caller) return false;
    const application = await applications.find(tenantId, caller.id);
    if (application?.type !== 'MachineToMachine') return false;
    const secret = usedSecret(application, caller.secret, clock.now());
    const answer = secret && (await tokenFor(place, caller.id, form));
    if (!answer) return false;

    const { ip, userAgent } = visitOf(request);
    audit.record(tenantId, 'ExchangeTokenBy.ClientCredentials', {
      result: 'Success',
      ip,
      userAgent,
      applicationId: caller.id,
      ...('name' in secret && { applicationSecret: secret }),
      params: Object.fromEntries(form),
      tokenTypes: ['ClientCredentials'],
      scope: answer.scope,
    });
    audit.tokenIssued(tenantId, undefined);
    const body = JSON.stringify(answer);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
    });
    response.end(body);
    return true;
  };
};
