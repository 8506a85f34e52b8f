// Values that fill a guide's {{name}} placeholders.
import type { Guide, UriField } from './guide.ts';

export const placeholders = [
  'endpoint',
  'issuer',
  'appId',
  'appSecret',
  'redirectUri',
  'postLogoutRedirectUri',
  'redirectScheme',
  'appOrigin',
  'appPort',
  'namespace',
  'managementResource',
  'apiIdentifier',
] as const;
export type Placeholder = (typeof placeholders)[number];
export type Values = Record<Placeholder, string>;

/** No spaces allowed, so that templates of frameworks are left alone. */
export const placeholder = /\{\{(\w+)\}\}/g;

export const fill = (text: string, values: Partial<Values>): string =>
  text.replace(placeholder, (whole, name: string) => values[name as Placeholder] ?? whole);

export type Facts = {
  endpoint: string;
  namespace: string;
  managementResource: string;
  appId: string;
  appSecret: string;
  redirectUris: readonly string[];
  postLogoutRedirectUris: readonly string[];
};

/** The URI a guide suggests before one is registered. */
export function suggestionOf({ steps }: Guide, field: UriField, namespace: string): string | undefined {
  const blocks = steps.flatMap((step) => step.blocks);
  const input = blocks.find((block) => block.kind === 'uri-input' && block.field === field);
  return input?.kind === 'uri-input' ? fill(input.suggestion, { namespace }) : undefined;
}

/** The URIs to register for an application created from a guide; undefined if the guide needs none. */
export function suggestedUris(guide: Guide, namespace: string) {
  const urisOf = (field: UriField) => [suggestionOf(guide, field, namespace) ?? []].flat();
  const uris = { redirectUris: urisOf('redirectUris'), postLogoutRedirectUris: urisOf('postLogoutRedirectUris') };
  return uris.redirectUris.length > 0 ? uris : undefined;
}

/** Uses a registered URI, preferably the one the guide suggests, or the suggestion if there is none. */
export function valuesOf(guide: Guide, facts: Facts): Values {
  const { endpoint, namespace, managementResource, appId, appSecret } = facts;
  const chosen = (field: 'redirectUris' | 'postLogoutRedirectUris') => {
    const suggestion = suggestionOf(guide, field, namespace) ?? '';
    return facts[field].includes(suggestion) ? suggestion : (facts[field][0] ?? suggestion);
  };
  const redirectUri = chosen('redirectUris');
  const url = URL.parse(redirectUri);
  return {
    endpoint,
    issuer: `${endpoint}/oidc`,
    namespace,
    managementResource,
    appId,
    appSecret,
    redirectUri,
    postLogoutRedirectUri: chosen('postLogoutRedirectUris'),
    redirectScheme: url?.protocol.slice(0, -1) ?? '',
    appOrigin: url?.origin ?? '',
    appPort: url?.port || '3000',
    apiIdentifier: '',
  };
}

/** Values for an API guide, which has no application. */
export function valuesOfApi(facts: Pick<Facts, 'endpoint' | 'namespace' | 'managementResource'>, identifier: string) {
  const none = { appId: '', appSecret: '', redirectUris: [], postLogoutRedirectUris: [] };
  return { ...valuesOf({ steps: [] }, { ...facts, ...none }), apiIdentifier: identifier };
}
