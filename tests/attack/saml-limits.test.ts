// Rejected SAML responses are limited for each connector and network. A company signs in behind one address, so accepted
// ones are not counted.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { type SamlIdp, startSamlIdp } from '../harness/saml-idp.ts';
import { createSamlConnector, samlVisits } from '../harness/saml-visits.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newSamlApplication, newServiceProvider } from '../harness/service-provider.ts';
import { newVisitor } from '../harness/visitor.ts';

const limit = 30;

describe('A83 limits of SAML responses', () => {
  let server: TestServer;
  let api: ManagementApi;
  let idp: SamlIdp;
  let id: string;
  beforeAll(async () => {
    server = await useServer({
      env: { OUTBOUND_ALLOW: '127.0.0.1', RATE_LIMIT: String(limit) },
    });
    api = await managementApi(server);
    idp = await startSamlIdp();
    id = await createSamlConnector(api, 'Busy', { metadataUrl: `${idp.url}/metadata` }, ['busy.example']);
    await idp.trust(`${server.origin}/enterprise-sso/${id}`);
    await allowUnsolicited(id);
  });
  const allowUnsolicited = async (connectorId: string) => {
    const { id: defaultApplicationId } = await newApplication(api, { type: 'Traditional' });
    const clientIdpInitiatedAuthCallbackUri = 'https://app.example.com/start';
    const body = { autoSendAuthorizationRequest: false, defaultApplicationId, clientIdpInitiatedAuthCallbackUri };
    const path = `/sso-connectors/${connectorId}/idp-initiated-auth-config`;
    expect((await api.call('PUT', path, body)).status).toBe(200);
  };
  afterAll(() => idp.stop());
  const { acs, post } = samlVisits(
    () => server,
    () => idp,
    () => id,
  );

  it('A83 slow down guesses at one connector, and not the users of another', async () => {
    for (let count = 0; count <= limit; count += 1) {
      expect((await post(await idp.respond({ id: 'ann' }, undefined))).status).toBe(303);
    }
    const statuses: number[] = [];
    for (let count = 0; count <= limit; count += 1) statuses.push((await post('AAAA')).status);
    expect(statuses).toEqual([...Array(limit).fill(401), 429]);
    const page = await post('AAAA', { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.has('retry-after')]).toEqual([429, true]);
    const other = await createSamlConnector(api, 'Quiet', { metadataUrl: `${idp.url}/metadata` }, ['quiet.example']);
    expect((await post('AAAA', { to: acs(other) })).status).toBe(401);
  });

  it('R64 guesses at the same moment do not pass the limit', async () => {
    const metadataUrl = `${idp.url}/metadata`;
    const other = await createSamlConnector(api, 'Crowded', { metadataUrl }, ['crowded.example']);
    await allowUnsolicited(other);
    // Signed for the first connector.
    const response = await idp.respond({ id: 'ann' }, undefined);
    const answers = await Promise.all(Array.from({ length: 3 * limit }, () => post(response, { to: acs(other) })));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(limit);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2 * limit);
  });

  it('R102 makes one key for all who ask for the metadata of a new connector', async () => {
    const other = await createSamlConnector(api, 'New', { metadataUrl: `${idp.url}/metadata` }, ['new.example']);
    const ask = async () => {
      const answer = await fetch(`${server.origin}/enterprise-sso/${other}`);
      return [answer.status, /X509Certificate>([^<]+)/.exec(await answer.text())?.[1]];
    };
    const answers = await Promise.all(Array.from({ length: 60 }, ask));
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(answers[0]).toEqual([200, expect.stringMatching(/^MII/)]);
  });

  it('R154 limits signed refusals, and not the users of the application', async () => {
    const { id: application } = await newSamlApplication(api);
    const asking = await newServiceProvider(server, application, {
      identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos',
    });
    const url = await asking.saml.getAuthorizeUrlAsync('', undefined, {});
    const statuses: number[] = [];
    for (let count = 0; count <= limit; count += 1) statuses.push((await fetch(url)).status);
    expect(statuses).toEqual([...Array(limit).fill(200), 429]);
    const { id: other } = await newSamlApplication(api);
    expect((await (await newServiceProvider(server, other)).open(newVisitor())).url).toContain('/sign-in');
  });

  it('A83 limits requests that make the server ask a provider', async () => {
    const ask = async (connectorId: string) => {
      const path = `/api/authn/single-sign-on/saml/${connectorId}/request?SAMLRequest=AAAA`;
      return (await fetch(server.origin + path, { redirect: 'manual' })).status;
    };
    const statuses: number[] = [];
    for (let count = 0; count <= limit; count += 1) statuses.push(await ask('unknown'));
    expect(statuses).toEqual([...Array(limit).fill(404), 429]);
  });
});
