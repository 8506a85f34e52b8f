// Social connector settings, and unsolicited responses: form posts and One Tap credentials.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import type { OAuthPeer } from '../harness/oauth-peer.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSocialConnector, peerConfig, socialConnectorFolder, socialTenant } from '../harness/social-connectors.ts';
import { experienceSetter, visitsElsewhere } from '../harness/visits-elsewhere.ts';

const connectors = socialConnectorFolder();

describe('social connectors', () => {
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let connectorId: string;
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: connectors.folder } });
    ({ api, peer, connectorId } = await socialTenant(server));
  });
  afterAll(async () => {
    await peer.stop();
    connectors.remove();
  });
  const experience = experienceSetter(() => api);
  const { redirectUri, begin, at } = visitsElsewhere('social', () => ({ server, peer, connectorId }));

  it('accepts an unsolicited credential only with its CSRF cookie', async () => {
    const id = await newSocialConnector(api, peer, {
      connectorId: 'open',
      metadata: { target: 'google', name: { en: 'Credential' } },
      config: { oneTap: true },
    });
    const send = async (connectorData: object, cookie = '', to = id) => {
      const interaction = await begin('Register');
      const cookies = interaction.visitor.cookies().map(({ name, value }) => `${name}=${value}`);
      return outcome(
        await interaction.visitor.send('POST', `${server.origin}/api/experience${at('verify', to)}`, {
          json: { connectorData },
          headers: { cookie: [...cookies, cookie].join('; ') },
        }),
      );
    };
    const mismatch = [400, 'session.csrf_token_mismatch'];
    const cookie = '_tessera_google_one_tap_credential';
    expect(await send({ credential: 'c', g_csrf_token: 'mark' }, 'g_csrf_token=mark')).toEqual([200]);
    expect(await send({ credential: 'e' }, `${cookie}=e`)).toEqual([200]);
    // R101: each is accepted once.
    const used = [401, 'connector.social_invalid_id_token'];
    expect(await send({ credential: 'c', g_csrf_token: 'mark' }, 'g_csrf_token=mark')).toEqual(used);
    expect(await send({ credential: 'e' }, `${cookie}=e`)).toEqual(used);
    expect(await send({ credential: 'c', g_csrf_token: 'mark' }, 'g_csrf_token=other')).toEqual(mismatch);
    expect(await send({ credential: 'c', g_csrf_token: '' }, 'g_csrf_token=')).toEqual(mismatch);
    expect(await send({ credential: 'c', g_csrf_token: 'mark' })).toEqual(mismatch);
    expect(await send({ credential: 'c' }, `${cookie}=d`)).toEqual([400, 'session.google_one_tap.cookie_mismatch']);
    expect(await send({ credential: 'c' })).toEqual([400, 'session.google_one_tap.cookie_mismatch']);
    expect(await send({ credential: 'c', g_csrf_token: 'mark' }, 'g_csrf_token=mark', connectorId)).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
    const shown = await fetch(`${server.origin}/api/.well-known/sign-in-exp`);
    expect(await shown.json()).toMatchObject({ googleOneTap: { connectorId: id, clientId: 'tessera' } });
    const policy = async () =>
      (await fetch(`${server.origin}/unknown-session`)).headers.get('content-security-policy') ?? '';
    expect(await policy()).toContain('https://accounts.google.com/gsi/');
    await api.call('DELETE', `/connectors/${id}`);
    expect(await policy()).not.toContain('google');
  });

  it('redirects a form post response to the URL', async () => {
    const post = (body: string | URLSearchParams, type?: string) =>
      fetch(`${server.origin}/callback/${connectorId}`, {
        method: 'POST',
        redirect: 'manual',
        body,
        headers: { ...(type && { 'content-type': type }), origin: 'https://peer.example' },
      });
    const form = await post(new URLSearchParams({ code: 'a&b', state: 's' }));
    expect([form.status, form.headers.get('location')]).toEqual([303, `${redirectUri()}?code=a%26b&state=s`]);
    const json = await post(JSON.stringify({ code: 'c' }), 'application/json');
    expect([json.status, json.headers.get('location')]).toEqual([303, `${redirectUri()}?code=c`]);
    for (const [body, type] of [
      [JSON.stringify({ code: 1 }), 'application/json'],
      ['', 'application/x-www-form-urlencoded'],
      ['a'.repeat(9000), 'application/x-www-form-urlencoded'],
    ] as const) {
      const refused = await post(body, type);
      expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
        400,
        'oidc.invalid_request',
      ]);
    }
    expect((await post('code=1', 'text/plain')).status).toBe(415);
    expect((await fetch(`${redirectUri()}?code=c`)).status).toBe(200);
  });

  it('can be added once per target, except for standard protocols', async () => {
    const create = async (body: object) => {
      const answer = await api.call('POST', '/connectors', { config: peerConfig(peer), ...body });
      return answer.status === 200 ? (answer.json() as { id: string; target: string }) : outcome(answer);
    };
    expect(await create({ connectorId: 'peer' })).toEqual([422, 'connector.multiple_instances_not_supported']);
    expect(await create({ connectorId: 'peer-native', metadata: { name: { en: 'Own' } } })).toEqual([
      400,
      'connector.cannot_overwrite_metadata_for_non_standard_connector',
    ]);
    expect(await create({ connectorId: 'open' })).toEqual([400, 'connector.should_specify_target']);
    expect(await create({ connectorId: 'open', metadata: { target: 'peer' } })).toEqual([
      422,
      'connector.multiple_target_with_same_platform',
    ]);
    expect(await create({ connectorId: 'open', metadata: { target: 'x' }, enableTokenStorage: true })).toEqual([
      422,
      'connector.token_storage_not_supported',
    ]);
    expect(await create({ connectorId: 'open', metadata: { target: 'x' }, config: {} })).toEqual([
      400,
      'connector.invalid_config',
    ]);
    const made = (await create({
      connectorId: 'open',
      metadata: { target: 'x', name: { en: 'X' }, logo: 'https://x.example/logo.svg' },
      syncProfile: true,
    })) as { id: string };
    expect(made).toMatchObject({ target: 'x', name: { en: 'X' }, platform: 'Universal', isStandard: true });
    const change = async (body: object) => outcome(await api.call('PATCH', `/connectors/${made.id}`, body));
    expect(await change({ metadata: { target: 'y' } })).toEqual([400, 'connector.can_not_modify_target']);
    expect(await change({ metadata: { name: { en: 'Y' } } })).toEqual([400, 'connector.can_not_modify_target']);
    const metadata = { target: 'x', name: { en: 'Y' }, logo: '' };
    expect(await change({ metadata, syncProfile: false })).toEqual([200]);
    expect((await api.call('GET', '/connectors?target=x')).json()).toMatchObject([
      { id: made.id, name: { en: 'Y' }, target: 'x', syncProfile: false, metadata: { target: 'x', name: { en: 'Y' } } },
    ]);
    expect(outcome(await api.call('PATCH', `/connectors/${connectorId}`, { metadata: {} }))).toEqual([
      400,
      'connector.cannot_overwrite_metadata_for_non_standard_connector',
    ]);
    const uri = await api.call('POST', `/connectors/${made.id}/authorization-uri`, { state: 's', redirectUri: 'r' });
    expect((uri.json() as { redirectTo: string }).redirectTo).toContain(`${peer.url}/authorize?`);

    await experience({ socialSignInConnectorTargets: ['x', 'peer', 'unheard of'] });
    const readOffered = async () =>
      ((await (await fetch(`${server.origin}/api/.well-known/sign-in-exp`)).json()) as { socialConnectors: object[] })
        .socialConnectors;
    expect(await readOffered()).toMatchObject([
      { id: made.id, target: 'x', name: { en: 'Y' }, isStandard: true },
      { id: connectorId, target: 'peer', platform: 'Universal' },
    ]);
    expect(JSON.stringify(await readOffered())).not.toContain('clientSecret');
    expect((await api.call('DELETE', `/connectors/${made.id}`)).status).toBe(204);
    expect((await api.call('GET', '/sign-in-exp')).json()).toMatchObject({ socialSignInConnectorTargets: ['peer'] });
  });
});
