// The values of one application that stand in its guide, and where they go: {{name}} in texts and code.
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

/** Written without spaces, so that templates of frameworks keep theirs. */
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

/** What a guide suggests to register, before anything is. */
export function suggestionOf({ steps }: Guide, field: UriField, namespace: string): string | undefined {
  const blocks = steps.flatMap((step) => step.blocks);
  const input = blocks.find((block) => block.kind === 'uri-input' && block.field === field);
  return input?.kind === 'uri-input' ? fill(input.suggestion, { namespace }) : undefined;
}

/** A registered URI, preferably the one that the guide is written for; its suggestion while there is none. */
export function valuesOf(guide: Guide, facts: Facts): Values {
  const { endpoint, namespace, managementResource, appId, appSecret } = facts;
  const chosen = (field: UriField) => {
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

/** The values in a guide that protects an API: it has no application, only what tokens for it look like. */
export function valuesOfApi(facts: Pick<Facts, 'endpoint' | 'namespace' | 'managementResource'>, identifier: string) {
  const none = { appId: '', appSecret: '', redirectUris: [], postLogoutRedirectUris: [] };
  return { ...valuesOf({ steps: [] }, { ...facts, ...none }), apiIdentifier: identifier };
}
