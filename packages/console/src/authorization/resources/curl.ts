// Shell commands for an API resource. Every value is quoted, since identifiers may contain any character.
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export const tokenRequest = (endpoint: string, indicator: string, scopes: readonly string[]) =>
  [
    `curl ${quoted(`${endpoint}/oidc/token`)}`,
    `-u "$CLIENT_ID:$CLIENT_SECRET"`,
    '-d grant_type=client_credentials',
    `--data-urlencode ${quoted(`resource=${indicator}`)}`,
    ...(scopes.length > 0 ? [`--data-urlencode ${quoted(`scope=${scopes.join(' ')}`)}`] : []),
  ].join(' \\\n  ');

/** Identifiers need not be reachable, but often are the URL of the API. */
export const callRequest = (indicator: string) =>
  [
    `curl ${quoted(/^https?:/i.test(indicator) ? indicator : 'https://api.example.com')}`,
    `-H "Authorization: Bearer $ACCESS_TOKEN"`,
  ].join(' \\\n  ');
