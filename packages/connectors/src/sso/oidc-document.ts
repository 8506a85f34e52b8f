// What an OpenID Connect provider publishes: its discovery document and its keys.
import { isStorable } from '@tessera/contract/storable';
import type { JSONWebKeySet } from 'jose';
import * as z from 'zod/mini';
import type { ConnectorTools } from '../connector.ts';
import { keySet } from '../key-sets.ts';
import { longestIssuer, SsoConfigError, type SsoConfigProblem, type SsoDocument } from './sso-provider.ts';
import { type SsoNote, type SsoTrace, untraced } from './sso-trace.ts';

const endpoint = z.url({ protocol: /^https?$/ }).check(z.maxLength(2048));
const discovery = z.object({
  issuer: z.string().check(z.minLength(1)),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: z.optional(endpoint),
});
export type Discovery = z.output<typeof discovery>;
const oidcDocument = z.object({ discovery, keySet });
export type OidcDocument = { discovery: Discovery; keySet: JSONWebKeySet };

const wellKnown = '.well-known/openid-configuration';
/** Administrators paste the URL of the document, too. */
export const issuerIn = (typed: string) => typed.replace(new RegExp(`/${wellKnown}$`), '');
export const discoveryUrlOf = (issuer: string) => `${issuer.replace(/\/$/, '')}/${wellKnown}`;

const algorithmsOf = (keys: readonly Record<string, unknown>[]) =>
  [...new Set(keys.flatMap(({ alg, kty }) => [alg ?? kty]))].join(', ');

const isSameIssuer = (one: string, other: string) => one.replace(/\/$/, '') === other.replace(/\/$/, '');

/** An endpoint without https, though the document has it: keys and secrets would pass in the clear. */
const insecureEndpoint = (url: string, found: Discovery): string | undefined => {
  const isHttps = (one: string) => new URL(one).protocol === 'https:';
  if (!isHttps(url)) return undefined;
  const endpoints = [found.authorization_endpoint, found.token_endpoint, found.jwks_uri, found.userinfo_endpoint];
  return endpoints.find((one) => one !== undefined && !isHttps(one));
};

/** Undefined if a stored copy is from another release. */
export const readOidcDocument = (document: SsoDocument | undefined): OidcDocument | undefined => {
  const result = z.safeParse(oidcDocument, document);
  return result.success ? (result.data as OidcDocument) : undefined;
};

const problem = (name: SsoConfigProblem, found?: string, cause?: unknown) =>
  new SsoConfigError('invalid_config', { field: 'issuer', problem: name, ...(found && { found }), cause });

const fetchPart = async <T extends z.ZodMiniType>(
  url: string,
  { schema, otherwise }: { schema: T; otherwise: SsoConfigProblem },
  tools: ConnectorTools,
  note: (more: SsoNote) => void,
): Promise<z.output<T>> => {
  note({ url });
  const { status, body } = await tools
    .fetch(url, { headers: { accept: 'application/json' } })
    .catch((cause: unknown) => {
      throw problem('unreachable', new URL(url).host, cause);
    });
  note({ status, body: body.toString() });
  if (status !== 200) throw problem('not_found', `${url} (${status})`);
  try {
    const answer: unknown = JSON.parse(body.toString());
    if (!isStorable(answer)) throw new TypeError('characters that the database cannot store');
    return z.parse(schema, answer);
  } catch (cause) {
    throw problem(otherwise, url, cause);
  }
};

export const loadOidcDocument = async (
  issuer: string,
  checksIssuer: boolean,
  tools: ConnectorTools,
  trace: SsoTrace = untraced,
): Promise<SsoDocument> => {
  const url = discoveryUrlOf(issuer);
  const found = await trace('discovery', async (note) => {
    const document = await fetchPart(url, { schema: discovery, otherwise: 'not_discovery' }, tools, note);
    if (document.issuer.length > longestIssuer) throw problem('issuer_too_long');
    if (checksIssuer && !isSameIssuer(document.issuer, issuer)) {
      note({ facts: { found: document.issuer } });
      throw problem('issuer_mismatch', document.issuer);
    }
    const insecure = insecureEndpoint(url, document);
    if (insecure) {
      note({ facts: { found: insecure } });
      throw problem('insecure_endpoint', insecure);
    }
    return document;
  });
  const keys = await trace('keys', async (note) => {
    const set = await fetchPart(found.jwks_uri, { schema: keySet, otherwise: 'no_keys' }, tools, note);
    note({ facts: { count: set.keys.length, algorithms: algorithmsOf(set.keys) } });
    return set;
  });
  return { discovery: found, keySet: keys } as unknown as SsoDocument;
};
