// Social connectors as an operator would write them, put into a folder: they speak to the provider that the test runs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ManagementApi } from './api.ts';
import { type OAuthPeer, peerClient } from './oauth-peer.ts';

const zod = pathToFileURL(createRequire(import.meta.url).resolve('zod')).href;

const source = (facts: object) => `
import { z } from '${zod}';
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
    if (data.credential) return { id: data.credential, name: 'By credential' };
    if (session.began !== 'here') fail('invalid_response');
    const { url, clientId, clientSecret } = config;
    const exchanged = await fetch(url + '/token', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'authorization_code', code: data.code, redirect_uri: redirectUri, client_id: clientId, client_secret: clientSecret,
      }).toString(),
    });
    if (exchanged.status !== 200) fail('social_auth_code_invalid');
    const { access_token } = JSON.parse(exchanged.body.toString());
    const told = await fetch(url + '/userinfo', { headers: { authorization: 'Bearer ' + access_token } });
    const user = JSON.parse(told.body.toString());
    return {
      id: user.sub, name: user.name, avatar: user.picture, rawData: user,
      email: user.email, isEmailVerified: user.email_verified, phone: user.phone, isPhoneVerified: user.phone_verified,
    };
  },
  oneTap: (config) => (config.oneTap ? { clientId: config.clientId } : undefined),
};`;

export const socialConnectorFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-connectors-'));
  const put = (facts: { id: string; [fact: string]: unknown }) =>
    writeFileSync(join(folder, `${facts.id}.mjs`), source(facts));
  put({ id: 'peer', target: 'peer', platform: 'Universal', name: { en: 'Peer', de: 'Gegenüber', ar: 'النظير' } });
  put({ id: 'peer-native', target: 'peer', platform: 'Native', name: { en: 'Peer' } });
  put({ id: 'open', target: 'open', platform: 'Universal', isStandard: true, name: { en: 'Open' } });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

export const peerConfig = (peer: OAuthPeer, more: object = {}) => ({ url: peer.url, ...peerClient, ...more });

/** Set up, and offered on the sign-in pages. */
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
