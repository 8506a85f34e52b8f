// A response of a SAML identity provider waits for the browser. It counts only until its connector is changed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { outcome } from '../harness/interactions.ts';
import type { SamlIdp } from '../harness/saml-idp.ts';
import { openPortal, samlVisits } from '../harness/saml-visits.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newVisitor } from '../harness/visitor.ts';

const ended = [404, 'session.verification_session_not_found'];
const ann = { id: 'ann', email: 'ann@portal.example', name: 'Ann' };

describe('a SAML connector that is changed', () => {
  let server: TestServer;
  let api: ManagementApi;
  let idp: SamlIdp;
  let id: string;
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', RATE_LIMIT: '0' } });
    api = await managementApi(server);
    ({ idp, id } = await openPortal(server, api));
    const { id: defaultApplicationId } = await newApplication(api, { type: 'Traditional' });
    const clientIdpInitiatedAuthCallbackUri = 'https://app.example/sso';
    const body = { defaultApplicationId, autoSendAuthorizationRequest: false, clientIdpInitiatedAuthCallbackUri };
    const saved = await api.call('PUT', `/sso-connectors/${id}/idp-initiated-auth-config`, body);
    expect(saved.status, saved.body).toBe(200);
  });
  afterAll(() => idp.stop());
  const visits = samlVisits(
    () => server,
    () => idp,
    () => id,
  );
  /** The provider has the same entity ID at each of its addresses. */
  const change = async (mark: string) => {
    const config = { metadataUrl: `${idp.url}/metadata?${mark}` };
    const saved = await api.call('PATCH', `/sso-connectors/${id}`, { config });
    expect(saved.status, saved.body).toBe(200);
  };
  const direct = async () => {
    const visitor = newVisitor();
    const form = { SAMLResponse: await idp.respond(ann, undefined) };
    expect((await visitor.send('POST', visits.acs(), { form })).status).toBe(303);
    const begin = () => visits.begin('Register', { visitor, extra: { direct_sign_in: `sso:${id}` } });
    return { begin, isAnswered: async () => !(await visits.ask(await begin())).authorizationUri.startsWith(idp.url) };
  };

  it('R156 takes no response that it accepted before', async () => {
    const interaction = await visits.begin('Register');
    const asked = await visits.ask(interaction);
    const data = await visits.deliver(await visits.respond(asked, ann));
    await change('answered');
    expect(outcome(await visits.verify(interaction, asked.verificationId, data))).toEqual(ended);
  });

  it('R156 takes no response that it accepted while it was another, once it is as before', async () => {
    const interaction = await visits.begin('Register');
    const asked = await visits.ask(interaction);
    await change('meanwhile');
    const data = await visits.deliver(await visits.respond(asked, ann));
    await change('answered');
    expect(outcome(await visits.verify(interaction, asked.verificationId, data))).toEqual(ended);
  });

  it('R156 asks the identity provider instead of an identity that came from the portal before', async () => {
    expect(await (await direct()).isAnswered()).toBe(true);
    const waiting = await direct();
    await change('portal');
    expect(await waiting.isAnswered()).toBe(false);
  });
});
