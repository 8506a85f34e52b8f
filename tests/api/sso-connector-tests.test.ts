// Tests of enterprise SSO connectors with a real sign-in: steps, the field behind each failure, and the user that a
// sign-in would create or link. Nothing is changed.
import { generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type OAuthPeer, peerClient, startOAuthPeer } from '../harness/oauth-peer.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { type ReadSsoTest, signInTraces, ssoTestCalls } from '../harness/sso-connector-tests.ts';
import { newSsoConnector } from '../harness/sso-connectors.ts';
import { experienceSetter, visitsElsewhere } from '../harness/visits-elsewhere.ts';

const allSteps = ['discovery', 'keys', 'redirect', 'sign_in', 'token', 'id_token', 'attributes', 'user'];

describe('enterprise SSO connector tests', () => {
  let server: TestServer;
  let api: ManagementApi;
  let peer: OAuthPeer;
  let connectorId: string;
  beforeAll(async () => {
    peer = await startOAuthPeer();
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', SSO_DOMAIN_VERIFICATION: 'false' } });
    api = await managementApi(server);
    connectorId = await newSsoConnector(server, { issuer: peer.url, domains: ['firm.example'], name: 'The Firm' });
    await experience({ singleSignOnEnabled: true, signInMode: 'SignInAndRegister' });
  });
  afterAll(() => peer.stop());
  afterEach(() => {
    peer.oddities.claims = {};
    peer.oddities.tokens = {};
    delete peer.oddities.key;
    delete peer.oddities.issuer;
  });
  const experience = experienceSetter(() => api);
  const { create, start, read, respond } = ssoTestCalls(
    () => api,
    () => server.origin,
  );
  const worker = (sub: string) => ({ sub, name: sub, email: `${sub}@firm.example`, email_verified: true });
  const statuses = ({ steps }: ReadSsoTest) => steps.map(({ name, status }) => `${name} ${status}`);
  const failedStep = ({ steps }: ReadSsoTest) => steps.find(({ status }) => status === 'failed');
  const run = async (claims: { sub: string; [claim: string]: unknown }, data: object = {}, id = connectorId) => {
    const test = await start(id);
    const answer = await respond(id, { ...peer.answerFor(claims, test.authorizationUri), ...data });
    expect([answer.status, answer.headers.get('set-cookie')], answer.body).toEqual([204, null]);
    return read(id, test.id);
  };

  it('shows each step and the user it would create, and changes nothing', async () => {
    const before = await signInTraces(server);
    const test = await start(connectorId);
    expect(test.redirectUri).toBe(`${server.origin}/callback/${connectorId}`);
    expect(new URL(test.authorizationUri).searchParams.get('redirect_uri')).toBe(test.redirectUri);
    const waiting = await read(connectorId, test.id);
    expect(waiting).toMatchObject({ status: 'waiting', attributes: null, user: null });
    expect(statuses(waiting).slice(0, 4)).toEqual([
      ...['discovery succeeded', 'keys succeeded', 'redirect running', 'sign_in not_run'],
    ]);
    await respond(connectorId, peer.answerFor(worker('ann'), test.authorizationUri));
    const result = await read(connectorId, test.id);
    expect(statuses(result)).toEqual(allSteps.map((name) => `${name} succeeded`));
    expect(result).toMatchObject({
      status: 'succeeded',
      attributes: { id: 'ann', name: 'ann', email: 'ann@firm.example' },
      user: { decision: 'create', userId: null, name: 'ann', primaryEmail: 'ann@firm.example' },
    });
    const details = Object.fromEntries(result.steps.map(({ name, detail }) => [name, detail]));
    expect(details).toMatchObject({
      discovery: 'GET /.well-known/openid-configuration · 200',
      keys: '1 key, ES256',
      sign_in: 'ann@firm.example',
      token: 'POST /token · 200',
      id_token: 'Signature (ES256), issuer, audience and clock are valid',
    });
    const durations = result.steps.map(({ name, durationMs }) => [name, typeof durationMs]);
    expect(durations).toEqual(allSteps.map((name) => [name, name === 'redirect' ? 'object' : 'number']));
    expect(JSON.stringify(result)).not.toMatch(/access_?token|clientSecret|between us/i);
    expect(await signInTraces(server)).toEqual(before);
    await expect
      .poll(async () => ((await api.call('GET', '/logs?logKey=SsoConnector.Test')).json() as unknown[])[0])
      .toMatchObject({ payload: { result: 'Success', connectorId, actor: { type: 'application', id: 'm-default' } } });
    const inGerman = await read(connectorId, test.id, 'de');
    expect(inGerman.steps[2]).toMatchObject({ detail: 'Client-ID und Redirect-URI akzeptiert' });
  });

  it('knows the user it would sign in or link, and the one it would refuse', async () => {
    const visits = visitsElsewhere('sso', () => ({ server, peer, connectorId }));
    await visits.register(worker('known'));
    const known = await run(worker('known'));
    expect(known.user).toMatchObject({ decision: 'sign_in', primaryEmail: 'known@firm.example' });
    const created = await api.call('POST', '/users', { primaryEmail: 'linked@firm.example' });
    const { id } = created.json() as { id: string };
    expect((await run(worker('linked'))).user).toMatchObject({ decision: 'link', userId: id });
    await api.call('PATCH', `/users/${id}/is-suspended`, { isSuspended: true });
    const suspended = await run(worker('linked'));
    expect(failedStep(suspended)).toMatchObject({ name: 'user', problem: { code: 'user_suspended', field: null } });
    expect(suspended.user).toMatchObject({ decision: 'refuse', userId: id, primaryEmail: 'linked@firm.example' });
    await experience({ signInMode: 'SignIn' });
    const refused = await run(worker('newcomer'));
    expect(failedStep(refused)).toMatchObject({ name: 'user', problem: { code: 'sign_in_only' } });
    expect(refused).toMatchObject({ status: 'failed', user: null, attributes: { id: 'newcomer' } });
    await experience({ signInMode: 'SignInAndRegister', singleSignOnEnabled: false });
    const off = await run(worker('newcomer'));
    expect(off.steps.at(-1)).toMatchObject({ status: 'warning', problem: { code: 'sso_disabled' } });
    await experience({ singleSignOnEnabled: true });
  });

  const expectFailure = (result: ReadSsoTest, name: string, problem: object) => {
    expect(result).toMatchObject({ status: 'failed', user: null, attributes: null });
    expect(failedStep(result)).toMatchObject({ name, problem });
    const later = result.steps.slice(allSteps.indexOf(name) + 1);
    expect(later.every(({ status }) => status === 'not_run')).toBe(true);
    expect(failedStep(result)?.problem?.text).not.toMatch(/\{\{|undefined| {2}/);
  };

  it('names the client secret, and shows the response without it', async () => {
    const config = { issuer: peer.url, ...peerClient, clientSecret: 'an old secret' };
    const id = await newSsoConnector(server, { issuer: peer.url, domains: [], config });
    const result = await run(worker('ann'), {}, id);
    expectFailure(result, 'token', {
      ...{ code: 'client_secret_rejected', field: 'clientSecret', title: 'Client secret is wrong' },
      text: expect.stringContaining('401'),
    });
    expect(failedStep(result)?.response).toMatchObject({ status: 401 });
    expect(JSON.parse(failedStep(result)?.response?.body ?? '')).toEqual({ error: 'invalid_client' });
    expect(JSON.stringify(result)).not.toContain('an old secret');
  });

  it.each([
    ['redirect', { error: 'invalid_scope' }, { code: 'scope_rejected', field: 'scope' }],
    ['redirect', { error: 'unauthorized_client' }, { code: 'client_not_allowed', field: 'clientId' }],
    [
      'redirect',
      { error: 'invalid_request', error_description: 'redirect_uri is not registered' },
      { code: 'redirect_uri_rejected', field: 'redirectUri' },
    ],
    ['sign_in', { error: 'access_denied' }, { code: 'access_denied', field: null }],
    ['sign_in', { error: 'server_error' }, { code: 'provider_error', field: null }],
    ['token', { code: 'of another request' }, { code: 'code_rejected', field: 'redirectUri' }],
  ])('names the field behind an authorization response: %s %o', async (step, data, problem) => {
    expectFailure(await run(worker('ann'), data), step, problem);
  });

  it.each([
    [{ iss: 'https://other.example' }, { code: 'issuer_differs', field: 'issuer' }],
    [{ aud: 'another-client' }, { code: 'audience_differs', field: 'clientId' }],
    [
      { exp: 1, iat: 1 },
      { code: 'clock_differs', field: null },
    ],
    [{ iat: Math.floor(Date.now() / 1000) - 3600 }, { code: 'clock_differs', field: null }],
    [{ nonce: 'another' }, { code: 'nonce_missing', field: null }],
  ])('names what is wrong with an ID token: %o', async (claims, problem) => {
    peer.oddities.claims = claims;
    const result = await run(worker('ann'));
    expectFailure(result, 'id_token', problem);
    const { iss, aud } = JSON.parse(failedStep(result)?.response?.body ?? '{}') as Record<string, unknown>;
    expect([iss, aud]).toEqual([
      'iss' in claims ? claims.iss : peer.url,
      'aud' in claims ? claims.aud : peerClient.clientId,
    ]);
  });

  it('names a wrong signature, and an unreadable user', async () => {
    peer.oddities.key = (await generateKeyPair('ES256')).privateKey;
    expectFailure(await run(worker('ann')), 'id_token', { code: 'signature_invalid', field: 'issuer' });
    delete peer.oddities.key;
    peer.oddities.tokens = { access_token: 'of no one' };
    const result = await run(worker('ann'));
    expectFailure(result, 'attributes', { code: 'userinfo_failed', field: null });
    expect(failedStep(result)?.response).toMatchObject({ status: 401 });
  });

  it.each([
    [{ email_verified: false }, { code: 'email_not_verified', field: null }],
    [{ email: 'ann@elsewhere.example' }, { code: 'email_of_other_domain', field: 'domains' }],
    [{ email: undefined }, { code: 'email_missing', field: null, text: expect.stringContaining('email claim') }],
  ])('warns about an email that it would not use: %o', async (claims, problem) => {
    const result = await run({ ...worker('ann'), ...claims });
    expect(result).toMatchObject({ status: 'succeeded', user: { decision: 'create', primaryEmail: null } });
    expect(result.steps[6]).toMatchObject({ name: 'attributes', status: 'warning', problem });
  });

  it('names the issuer if it is for all tenants of Entra ID, where trusting addresses has no effect', async () => {
    const config = { issuer: peer.url, ...peerClient, trustUnverifiedEmail: true };
    const entra = { provider: 'AzureAdOidc', issuer: peer.url, domains: ['firm.example'], config };
    const id = await newSsoConnector(server, entra);
    const attributesOf = async (email_verified?: boolean) => {
      const { steps } = await run({ ...worker('ann'), email_verified }, {}, id);
      return steps.find(({ name }) => name === 'attributes');
    };
    expect(await attributesOf()).toMatchObject({ status: 'succeeded', problem: null });
    peer.oddities.issuer = `${peer.url}/{tenantid}/v2.0`;
    peer.oddities.claims = { iss: `${peer.url}/company/v2.0`, tid: 'company' };
    const problem = { code: 'issuer_shared', field: 'issuer', text: expect.stringContaining('ann@firm.example') };
    expect(await attributesOf()).toMatchObject({ status: 'warning', problem });
  });

  it.each([
    ['not_found', 'discovery', () => `${peer.url}/nowhere`],
    ['unreachable', 'discovery', () => 'http://127.0.0.1:1'],
    ['issuer_mismatch', 'discovery', () => peer.url.replace('127.0.0.1', 'localhost')],
  ])('fails before the redirect for a wrong issuer: %s', async (code, step, issuer) => {
    const config = { ...peerClient, issuer: issuer() };
    const id = await newSsoConnector(server, { issuer: issuer(), domains: [], config });
    const test = await start(id);
    expect(test.authorizationUri).toBeNull();
    expectFailure(await read(id, test.id), step, { code, field: 'issuer' });
  });

  it('refuses what it cannot test', async () => {
    const unfinished = await newSsoConnector(server, { issuer: '', domains: [], config: {} });
    expect(outcome(await create(unfinished))).toEqual([400, 'connector.invalid_config']);
    expect(outcome(await create('unknown'))).toEqual([404, 'entity.not_exists_with_id']);
    const unknown = await api.call('GET', `/sso-connectors/${connectorId}/tests/unknown`);
    expect(outcome(unknown)).toEqual([404, 'entity.not_exists_with_id']);
  });
});
