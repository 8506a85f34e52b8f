// R63: responses to tests of SAML connectors that are replayed, crossed with sign-ins, or sent by someone else.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import { type Deviation, type SamlIdp, startSamlIdp } from '../harness/saml-idp.ts';
import { createSamlConnector, samlVisits } from '../harness/saml-visits.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { type StartedSsoTest, signInTraces, ssoTestCalls } from '../harness/sso-connector-tests.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';

const limit = 30;

describe('tests of SAML connectors', () => {
  let server: TestServer;
  let api: ManagementApi;
  let idp: SamlIdp;
  let id: string;
  const create = (name: string) => createSamlConnector(api, name, { metadataUrl: `${idp.url}/metadata` }, []);
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', RATE_LIMIT: String(limit) } });
    api = await managementApi(server);
    idp = await startSamlIdp();
    id = await create('Firm');
    await idp.trust(`${server.origin}/enterprise-sso/${id}`);
    await experienceSetter(() => api)({ singleSignOnEnabled: true });
  });
  afterAll(() => idp.stop());
  const { start, read } = ssoTestCalls(
    () => api,
    () => server.origin,
  );
  const visits = samlVisits(
    () => server,
    () => idp,
    () => id,
  );
  const ann = { id: 'ann', email: 'ann@firm.example', name: 'Ann' };
  const stateOf = ({ authorizationUri }: StartedSsoTest) =>
    new URL(authorizationUri).searchParams.get('RelayState') ?? '';
  const respond = async ({ authorizationUri }: StartedSsoTest, deviation?: Deviation) =>
    idp.respond(ann, await idp.readRequest(new URL(authorizationUri)), deviation);
  const post = (SAMLResponse: string, RelayState: string, to = visits.acs()) =>
    fetch(to, { method: 'POST', body: new URLSearchParams({ SAMLResponse, RelayState }), redirect: 'manual' });
  const statusOf = async (test: StartedSsoTest) => (await read(id, test.id)).status;

  it('R63 a response counts once, for its connector', async () => {
    const test = await start(id);
    const response = await respond(test);
    const other = await create('Other');
    expect((await post(response, stateOf(test), visits.acs(other))).status).toBe(404);
    expect((await post(response, `${stateOf(test)}x`)).status).toBe(404);
    expect(await statusOf(test)).toBe('waiting');
    const answers = await Promise.all([1, 2, 3].map(() => post(response, stateOf(test))));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404, 404]);
    expect(await read(id, test.id)).toMatchObject({ status: 'succeeded', attributes: { id: 'ann' } });
  });

  it('R63 a response to a test signs no one in', async () => {
    const { id: defaultApplicationId } = await newApplication(api, { type: 'Traditional' });
    const clientIdpInitiatedAuthCallbackUri = 'https://app.example.com/start';
    const body = { autoSendAuthorizationRequest: false, defaultApplicationId, clientIdpInitiatedAuthCallbackUri };
    expect((await api.call('PUT', `/sso-connectors/${id}/idp-initiated-auth-config`, body)).status).toBe(200);
    const test = await start(id);
    const interaction = await visits.begin('Register');
    const asked = await visits.ask(interaction);
    const before = await signInTraces(server);
    const response = await respond(test);
    // With the state of a sign-in, and as a sign-in that the provider started.
    expect((await post(response, 'a state')).status).toBe(404);
    const unsolicited = Buffer.from(response, 'base64')
      .toString()
      .replace(/ InResponseTo="[^"]*"/, '');
    const refused = await post(Buffer.from(unsolicited).toString('base64'), '');
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([401, null]);
    const verify = (state: string) =>
      visits.verify(interaction, asked.verificationId, { state, SAMLResponse: response });
    expect(outcome(await verify(stateOf(test)))).toEqual([400, 'session.verification_failed']);
    expect(outcome(await verify('a state'))).toEqual([400, 'session.connector_session_not_found']);
    expect(await statusOf(test)).toBe('waiting');
    expect(await signInTraces(server)).toEqual(before);
  });

  it('R63 a response to a sign-in, or to nothing, is no test', async () => {
    const interaction = await visits.begin('Register');
    const asked = await visits.ask(interaction);
    const ofSignIn = await visits.respond(asked, ann);
    for (const response of [ofSignIn, await idp.respond(ann, undefined)]) {
      const test = await start(id);
      const answer = await post(response, stateOf(test));
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, null]);
      expect(answer.headers.get('location')).not.toContain('code=');
      const { status, steps } = await read(id, test.id);
      expect(status).toBe('failed');
      expect(steps.find((step) => step.status === 'failed')).toMatchObject({ problem: { code: 'request_differs' } });
    }
    // The sign-in is still open.
    const verified = await visits.verify(interaction, asked.verificationId, await visits.deliver(ofSignIn));
    expect(verified.status, verified.body).toBe(200);
  });

  it('R63 failed tests count as rejected responses', async () => {
    id = await create('Guessed');
    await idp.trust(`${server.origin}/enterprise-sso/${id}`);
    for (let count = 1; count < limit; count += 1) expect((await post('AAAA', 'a state')).status).toBe(401);
    expect((await post('AAAA', stateOf(await start(id)))).status).toBe(303);
    const test = await start(id);
    expect((await post(await respond(test), stateOf(test))).status).toBe(429);
    expect(await statusOf(test)).toBe('waiting');
  });
});
