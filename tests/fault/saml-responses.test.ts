// F03 for SAML responses: whichever statement fails, nothing remains, and the same response is accepted afterwards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { sabotage } from '../harness/sabotage.ts';
import { type SamlIdp, startSamlIdp } from '../harness/saml-idp.ts';
import { createSamlConnector, samlVisits } from '../harness/saml-visits.ts';
import { type TestServer, useServer } from '../harness/server.ts';

describe('F03 a SAML response', () => {
  let server: TestServer;
  let idp: SamlIdp;
  let id: string;
  let saboteur: Awaited<ReturnType<typeof sabotage>>;
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    const api = await managementApi(server);
    expect((await api.call('PATCH', '/sign-in-exp', { singleSignOnEnabled: true })).status).toBe(200);
    idp = await startSamlIdp();
    id = await createSamlConnector(api, 'Failing', { metadataUrl: `${idp.url}/metadata` }, ['failing.example']);
    await idp.trust(`${server.origin}/enterprise-sso/${id}`);
    const { id: defaultApplicationId } = await newApplication(api, { type: 'Traditional' });
    const clientIdpInitiatedAuthCallbackUri = 'https://app.example.com/start';
    const body = { autoSendAuthorizationRequest: false, defaultApplicationId, clientIdpInitiatedAuthCallbackUri };
    expect((await api.call('PUT', `/sso-connectors/${id}/idp-initiated-auth-config`, body)).status).toBe(200);
    saboteur = await sabotage(server.databaseUrl);
  });
  afterAll(async () => {
    await saboteur.stop();
    await idp.stop();
  });
  const { begin, ask, post, respond } = samlVisits(
    () => server,
    () => idp,
    () => id,
  );

  const attempt = async (response: string) => {
    const before = await saboteur.snapshot();
    const fail = async (when: number | 'commit') => {
      await saboteur.strikeAt(when);
      const { status } = await post(response);
      const writes = await saboteur.rest();
      expect([when, status]).toEqual([when, 500]);
      return writes;
    };
    const writes = await fail('commit');
    expect(writes).toBe(2);
    for (let write = 1; write <= writes; write += 1) await fail(write);
    expect(await saboteur.snapshot()).toBe(before);
    expect((await post(response)).status).toBe(303);
  };

  it('F03 is used up together with the request that it answers', async () => {
    await attempt(await respond(await ask(await begin()), { id: 'ann' }));
  });

  it('F03 is used up together with the sign-in that it starts', async () => {
    await attempt(await idp.respond({ id: 'ann' }, undefined));
  });
});
