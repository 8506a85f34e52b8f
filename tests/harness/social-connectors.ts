// Social connectors as an operator would write them, in a folder: they use the test's provider.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ManagementApi, managementApi } from './api.ts';
import { type OAuthPeer, peerClient, startOAuthPeer } from './oauth-peer.ts';
import type { TestServer } from './test-server.ts';

type Facts = { id: string; keepsTokens?: boolean; [fact: string]: unknown };

const zod = pathToFileURL(createRequire(import.meta.url).resolve('zod')).href;

const source = ({ keepsTokens = false, ...facts }: Facts) => `
import { z } from '${zod}';
const tokensOf = ({ access_token, refresh_token, scope, token_type, expires_in }) =>
  ({ accessToken: access_token, refreshToken: refresh_token, scope, tokenType: token_type, expiresIn: expires_in });
const ask = ({ url, clientId, clientSecret }, grant, { fetch }) => fetch(url + '/token', {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }).toString(),
});
const fail = (code) => { throw Object.assign(new Error(code), { name: 'ConnectorError', code }); };
export default {
  type: 'Social', logo: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"%3E%3Ccircle cx="12" cy="12" r="11" fill="%230a7"/%3E%3C/svg%3E', description: { en: 'A peer' },
  ...${JSON.stringify(facts)},
  formItems: [{ key: 'url', type: 'Text', label: 'Address' }],
  config: z.object({
    url: z.url(), clientId: z.string(), clientSecret: z.string(), formPost: z.boolean().optional(), oneTap: z.boolean().optional(),
  }),
  authorize: async ({ state, redirectUri, scope }, { url, clientId, formPost }) => {
    const query = new URLSearchParams({ client_id: clientId, redirect_uri: redirectUri, state, response_type: 'code' });
    if (scope) query.set('scope', scope);
    if (formPost) query.set('response_mode', 'form_post');
    return { uri: url + '/authorize?' + query, session: { began: 'here' } };
  },
  identify: async ({ data, redirectUri, session }, config, { fetch }) => {
    if (data.error) fail('authorization_failed');
    if (data.credential) {
      const oneTime = { key: data.credential, until: Date.now() + 3600_000 };
      return { id: data.credential, name: 'By credential', oneTime };
    }
    if (session.began !== 'here') fail('invalid_response');
    const grant = { grant_type: 'authorization_code', code: data.code, redirect_uri: redirectUri };
    const exchanged = await ask(config, grant, { fetch });
    if (exchanged.status !== 200) fail('social_auth_code_invalid');
    const issued = JSON.parse(exchanged.body.toString());
    const told = await fetch(config.url + '/userinfo', { headers: { authorization: 'Bearer ' + issued.access_token } });
    const user = JSON.parse(told.body.toString());
    return {
      id: user.sub, name: user.name, avatar: user.picture, rawData: user,
      email: user.email, isEmailVerified: user.email_verified, phone: user.phone, isPhoneVerified: user.phone_verified,
      tokens: tokensOf(issued),
    };
  },
  ...(${keepsTokens} && { renewTokens: async (refreshToken, config, tools) => {
    const renewed = await ask(config, { grant_type: 'refresh_token', refresh_token: refreshToken }, tools);
    if (renewed.status === 400) fail('authorization_failed');
    if (renewed.status !== 200) fail('general');
    return tokensOf(JSON.parse(renewed.body.toString()));
  } }),
  oneTap: (config) => (config.oneTap ? { clientId: config.clientId } : undefined),
};`;

const readme = `
1. Create an app:
   - **Type**: web
     - Not native
   - Its URL

   \`\`\`
   {{callbackUrl}}
   \`\`\`

2. Enter the domain {{domain}} in the [console](https://console.keeper.example/apps).
`;

/** Made when it is first asked for, not when a file is only loaded. */
export const socialConnectorFolder = () => {
  let made: string | undefined;
  return {
    get folder() {
      made ??= newFolder();
      return made;
    },
    remove: () => made && rmSync(made, { recursive: true, force: true }),
  };
};

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-connectors-'));
  const put = (facts: Facts) => writeFileSync(join(folder, `${facts.id}.mjs`), source(facts));
  put({ id: 'peer', target: 'peer', platform: 'Universal', name: { en: 'Peer', de: 'Gegenüber', ar: 'النظير' } });
  put({ id: 'peer-native', target: 'peer', platform: 'Native', name: { en: 'Peer' } });
  put({ id: 'open', target: 'open', platform: 'Universal', isStandard: true, name: { en: 'Open' } });
  put({ id: 'keeper', target: 'keeper', platform: 'Universal', keepsTokens: true, name: { en: 'Keeper' }, readme });
  return folder;
};

export const peerConfig = (peer: OAuthPeer, more: object = {}) => ({ url: peer.url, ...peerClient, ...more });

/** Set up and enabled on the sign-in pages. */
export const newSocialConnector = async (
  api: ManagementApi,
  peer: OAuthPeer,
  { config, ...more }: { connectorId?: string; config?: object; [field: string]: unknown } = {},
): Promise<string> => {
  const body = { connectorId: 'peer', ...more, config: peerConfig(peer, config) };
  const created = await api.call('POST', '/connectors', body);
  if (created.status !== 200) throw new Error(created.body);
  const { id, target } = created.json() as { id: string; target: string };
  const { socialSignInConnectorTargets: before } = (await api.call('GET', '/sign-in-exp')).json() as {
    socialSignInConnectorTargets: string[];
  };
  await api.call('PATCH', '/sign-in-exp', { socialSignInConnectorTargets: [...new Set([...before, target])] });
  return id;
};

/** A tenant with one social connector and its provider. */
export const socialTenant = async (server: TestServer) => {
  const peer = await startOAuthPeer();
  const api = await managementApi(server);
  return { api, peer, connectorId: await newSocialConnector(api, peer) };
};
