// Tests of SAML connectors with real responses: steps, the field behind each failure, and the user that a sign-in would
// create. Nothing is changed.
import { beforeAll, describe, expect, it } from 'vitest';
import { answers, certificate, idpEntityId, readRequest, type Statement } from '../connectors/saml-provider.ts';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { createSamlConnector } from '../harness/saml-visits.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { type ReadSsoTest, type StartedSsoTest, signInTraces, ssoTestCalls } from '../harness/sso-connector-tests.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';

const allSteps = ['metadata', 'redirect', 'response', 'signature', 'audience', 'clock', 'attributes', 'user'];

describe('tests of SAML connectors', () => {
  let server: TestServer;
  let api: ManagementApi;
  let connectorId: string;
  const signInEndpoint = 'https://idp.example/sso';
  const config = { entityId: idpEntityId, signInEndpoint, x509Certificate: certificate };
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', SSO_DOMAIN_VERIFICATION: 'false' } });
    api = await managementApi(server);
    connectorId = await createSamlConnector(api, 'Harbor', config, ['harbor.example']);
    await experienceSetter(() => api)({ singleSignOnEnabled: true, signInMode: 'SignInAndRegister' });
  });
  const { start, read } = ssoTestCalls(
    () => api,
    () => server.origin,
  );
  const acs = (id = connectorId) => `${server.origin}/api/authn/single-sign-on/saml/${id}`;
  const post = (test: StartedSsoTest, SAMLResponse: string, id = connectorId) => {
    const { relayState: RelayState } = readRequest(test.authorizationUri);
    const body = new URLSearchParams({ SAMLResponse, RelayState });
    return fetch(acs(id), { method: 'POST', body, redirect: 'manual' });
  };
  const statementFor = (test: StartedSsoTest, id = connectorId): Statement => ({
    ...{ recipient: acs(id), audience: `${server.origin}/enterprise-sso/${id}` },
    inResponseTo: readRequest(test.authorizationUri).id,
    attributes: { email: 'ann@harbor.example', name: 'Ann' },
  });
  type Write = (statement: Statement) => string;
  const run = async (write: Write, id = connectorId): Promise<ReadSsoTest> => {
    const test = await start(id);
    const answer = await post(test, write(statementFor(test, id)), id);
    expect([answer.status, answer.headers.get('set-cookie')], await answer.text()).toEqual([303, null]);
    expect(answer.headers.get('location')).toBe(`${server.origin}/callback/${id}?state=ssotest&received=true`);
    return read(id, test.id);
  };
  const statuses = ({ steps }: ReadSsoTest) => steps.map(({ name, status }) => `${name} ${status}`);
  const failedStep = ({ steps }: ReadSsoTest) => steps.find(({ status }) => status === 'failed');

  it('show each step and the user a sign-in would create, and change nothing', async () => {
    const before = await signInTraces(server);
    const test = await start(connectorId);
    expect(test.redirectUri).toBe(acs());
    expect(statuses(await read(connectorId, test.id)).slice(0, 3)).toEqual([
      ...['metadata succeeded', 'redirect running', 'response not_run'],
    ]);
    const response = answers.signed(statementFor(test));
    expect((await post(test, response)).status).toBe(303);
    const result = await read(connectorId, test.id);
    expect(statuses(result)).toEqual(allSteps.map((name) => `${name} succeeded`));
    expect(result).toMatchObject({
      status: 'succeeded',
      attributes: { id: 'ann', name: 'Ann', email: 'ann@harbor.example' },
      user: { decision: 'create', userId: null, name: 'Ann', primaryEmail: 'ann@harbor.example' },
    });
    expect(result.steps.map(({ detail }) => detail)).toEqual([
      ...[null, 'Request accepted', 'ann@harbor.example', idpEntityId],
      ...[`${server.origin}/enterprise-sso/${connectorId}`, null, null, null],
    ]);
    const inGerman = await read(connectorId, test.id, 'de');
    expect(inGerman.steps[1]).toMatchObject({ detail: 'Anfrage akzeptiert' });
    // Again, it is a response to no open request.
    expect((await post(test, response)).status).toBe(404);
    expect(await read(connectorId, test.id)).toEqual(result);
    expect(await signInTraces(server)).toEqual(before);
    await expect
      .poll(async () => ((await api.call('GET', '/logs?logKey=SsoConnector.Test')).json() as unknown[])[0])
      .toMatchObject({ payload: { result: 'Success', connectorId, actor: { type: 'application', id: 'm-default' } } });
  });

  const cases: [string, Write, object, string?][] = [
    ['signature', answers.foreign, { code: 'signature_invalid', field: 'x509Certificate' }],
    ['signature', answers.unsigned, { code: 'signature_missing', field: null }],
    ['response', answers.doubled, { code: 'invalid_response', field: null }],
    ['response', () => 'AAAA', { code: 'invalid_response', field: null }],
    [
      'signature',
      (statement) => answers.signed({ ...statement, issuer: 'https://other.example' }),
      { code: 'issuer_differs', field: 'entityId' },
      'https://other.example',
    ],
    [
      'audience',
      (statement) => answers.signed({ ...statement, audience: 'urn:other' }),
      { code: 'audience_differs', field: 'audience' },
      'The response is for urn:other. Enter http',
    ],
    [
      'audience',
      (statement) =>
        answers.signed({ ...statement, destination: statement.recipient, recipient: 'https://other.example/acs' }),
      { code: 'acs_url_differs', field: 'redirectUri' },
      '/api/authn/single-sign-on/saml/',
    ],
    [
      'response',
      (statement) => answers.signed({ ...statement, destination: 'https://other.example/acs' }),
      { code: 'acs_url_differs', field: 'redirectUri' },
      'https://other.example/acs',
    ],
    [
      'response',
      (statement) => answers.signed({ ...statement, inResponseTo: '_other' }),
      { code: 'request_differs', field: null },
    ],
    [
      'clock',
      (statement) => answers.signed({ ...statement, now: Date.now() - 900_000 }),
      { code: 'clock_differs', field: null },
    ],
    [
      'clock',
      (statement) => answers.signed({ ...statement, now: Date.now() + 900_000 }),
      { code: 'clock_differs', field: null },
    ],
    ['attributes', (statement) => answers.signed({ ...statement, nameId: '' }), { code: 'name_id_missing' }],
    [
      'attributes',
      (statement) =>
        answers.signed({ ...statement, nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
      { code: 'name_id_transient', field: 'attributeMapping' },
      'email,name',
    ],
    [
      'audience',
      (statement) =>
        answers.signed({ ...statement, subject: '<saml:Subject><saml:NameID>ann</saml:NameID></saml:Subject>' }),
      { code: 'assertion_unusual', field: null },
    ],
  ];
  it.each(cases)('name what is wrong: %s, case %#', async (name, write, problem, text = '') => {
    const before = await signInTraces(server);
    const result = await run(write);
    expect(result).toMatchObject({ status: 'failed', user: null, attributes: null });
    const failed = failedStep(result);
    expect(failed).toMatchObject({ name, problem });
    expect(failed?.problem?.text).toContain(text);
    expect(failed?.problem?.text).not.toMatch(/\{\{|undefined|ID token| {2}/);
    const index = allSteps.indexOf(name);
    expect(result.steps.slice(index + 1).every(({ status }) => status === 'not_run')).toBe(true);
    // The time may be compared before the audience, which is not called valid then.
    const earlier = result.steps.slice(0, index).filter((step) => name !== 'clock' || step.name !== 'audience');
    expect(earlier.every(({ status }) => status === 'succeeded')).toBe(true);
    expect(await signInTraces(server)).toEqual(before);
  });

  it('show the reason of a provider that refuses', async () => {
    const status = (name: string) => `urn:oasis:names:tc:SAML:2.0:status:${name}`;
    const refusing = (name: string) => run((statement) => answers.signed({ ...statement, status: status(name) }));
    expect(failedStep(await refusing('RequestDenied'))).toMatchObject({ problem: { code: 'access_denied' } });
    expect(failedStep(await refusing('InvalidNameIDPolicy'))).toMatchObject({
      name: 'response',
      problem: { code: 'provider_error', field: null },
      response: { body: expect.stringContaining('InvalidNameIDPolicy') },
    });
  });

  it('name a missing attribute, and warn about a missing or foreign email address', async () => {
    const mapped = { ...config, attributeMapping: { id: 'employee' } };
    const id = await createSamlConnector(api, 'Quay', mapped, ['quay.example']);
    const missing = failedStep(await run(answers.signed, id));
    expect(missing).toMatchObject({
      name: 'attributes',
      problem: { code: 'attribute_missing', field: 'attributeMapping', text: expect.stringContaining('employee') },
    });
    const warningOf = async (attributes: Record<string, string>) =>
      (await run((statement) => answers.signed({ ...statement, attributes }))).steps[6];
    expect(await warningOf({ name: 'Ann' })).toMatchObject({
      status: 'warning',
      problem: { code: 'email_missing', field: 'attributeMapping', text: expect.stringContaining('attribute mapping') },
    });
    expect(await warningOf({ email: 'ann@elsewhere.example' })).toMatchObject({
      status: 'warning',
      problem: { code: 'email_of_other_domain', field: 'domains' },
    });
  });

  it('name the attributes that arrived if none is the email address', async () => {
    const result = await run((statement) => answers.signed({ ...statement, attributes: { mailbox: 'ann@a.example' } }));
    expect(result.steps[6]?.problem?.text).toContain('Received: nameID, mailbox');
  });

  it('tell that the user has another identifier, which the sign-in would refuse', async () => {
    await server.query(
      `insert into users (tenant_id, id, username, primary_email, verified_email)
       values ('default', 'before', 'before', 'before@harbor.example', 'before@harbor.example')`,
    );
    await server.query(
      `insert into user_sso_identities (tenant_id, id, user_id, issuer, identity_id, sso_connector_id)
       values ('default', 'before', 'before', $1, 'another', $2)`,
      [idpEntityId, connectorId],
    );
    const result = await run((statement) =>
      answers.signed({ ...statement, attributes: { email: 'before@harbor.example' } }),
    );
    expect(failedStep(result)).toMatchObject({
      name: 'user',
      problem: { code: 'identity_differs', field: 'attributeMapping' },
    });
  });

  it('fail before the redirect if the metadata cannot be loaded', async () => {
    const id = await createSamlConnector(api, 'Pier', config, []);
    const metadataUrl = 'http://127.0.0.1:1/metadata';
    await server.query(`update sso_connectors set config = $1 where id = $2`, [JSON.stringify({ metadataUrl }), id]);
    const test = await start(id);
    expect(test.authorizationUri).toBeNull();
    expect(failedStep(await read(id, test.id))).toMatchObject({
      name: 'metadata',
      problem: { code: 'unreachable', field: 'metadataUrl', text: expect.stringContaining('metadata URL') },
    });
  });
});
