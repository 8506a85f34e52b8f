// Sign-ins that a SAML identity provider starts, in both modes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { newApplication } from '../harness/applications.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import type { SamlIdp } from '../harness/saml-idp.ts';
import { openPortal, samlVisits } from '../harness/saml-visits.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

describe('a sign-in that the identity provider starts', () => {
  let server: TestServer;
  let api: ManagementApi;
  let idp: SamlIdp;
  let id: string;
  let applicationId: string;
  const redirectUri = 'https://app.example/callback';
  beforeAll(async () => {
    server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', RATE_LIMIT: '0' } });
    api = await managementApi(server);
    ({ idp, id } = await openPortal(server, api));
    ({ id: applicationId } = await newApplication(api, { type: 'Traditional', redirectUris: [redirectUri] }));
  });
  afterAll(() => idp.stop());
  const visits = samlVisits(
    () => server,
    () => idp,
    () => id,
  );
  const ann = { id: 'ann', email: 'ann@portal.example', name: 'Ann' };
  const configure = async (config: object) => {
    const body = { defaultApplicationId: applicationId, ...config };
    const saved = await api.call('PUT', `/sso-connectors/${id}/idp-initiated-auth-config`, body);
    expect(saved.status, saved.body).toBe(200);
  };
  const toClient = {
    autoSendAuthorizationRequest: false,
    clientIdpInitiatedAuthCallbackUri: 'https://app.example/sso?a=1',
  };
  /** Posts as a browser, which keeps the cookie. */
  const arrive = async (response: string, visitor = newVisitor()) => {
    const answer = await visitor.send('POST', visits.acs(), { form: { SAMLResponse: response } });
    return { visitor, answer };
  };

  /** As the application continues, which names the connector. */
  const beginDirectly = (event: 'Register' | 'SignIn', visitor: Visitor) =>
    visits.begin(event, { visitor, extra: { direct_sign_in: `sso:${id}` } });

  it('is refused until it is enabled', async () => {
    const { answer } = await arrive(await idp.respond(ann, undefined));
    expect(outcome(answer)).toEqual([404, 'session.connector_validation_session_not_found']);
  });

  it('continues at the application, whose authorization request needs no trip to the provider', async () => {
    await configure(toClient);
    const response = await idp.respond(ann, undefined);
    const { visitor, answer } = await arrive(response);
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `https://app.example/sso?a=1&ssoConnectorId=${id}`,
    ]);
    const replayed = await arrive(response);
    expect(outcome(replayed.answer)).toEqual([401, 'connector.authorization_failed']);

    const other = await beginDirectly('Register', newVisitor());
    expect((await visits.ask(other)).authorizationUri).toContain(`${idp.url}/sso`);

    const interaction = await beginDirectly('Register', visitor);
    const asked = await visits.ask(interaction);
    const back = new URL(asked.authorizationUri);
    expect(back.origin + back.pathname).toBe(`${server.origin}/callback/${id}`);
    const data = Object.fromEntries(back.searchParams);
    expect(data.state).toBe('a state');
    expect((await visits.verify(interaction, asked.verificationId, data)).status).toBe(200);
    await visits.finish(interaction, 'Register', asked.verificationId);
    const again = await beginDirectly('SignIn', visitor);
    expect((await visits.ask(again)).authorizationUri).toContain(`${idp.url}/sso`);
  });

  it('sends the authorization request itself', async () => {
    await configure({ autoSendAuthorizationRequest: true, authParameters: { scope: 'email', state: 'from here' } });
    const { visitor, answer } = await arrive(await idp.respond(ann, undefined));
    const next = new URL(answer.headers.get('location') ?? '');
    expect(next.origin + next.pathname).toBe(`${server.origin}/oidc/auth`);
    expect(Object.fromEntries(next.searchParams)).toEqual({
      ...{ client_id: applicationId, redirect_uri: redirectUri, response_type: 'code', prompt: 'login' },
      ...{ direct_sign_in: `sso:${id}`, scope: 'openid profile email', state: 'from here' },
    });
    const { answer: page } = await visitor.follow(next.href, [redirectUri]);
    expect(page?.status).toBe(200);
    const { call } = await openInteraction(server.origin, demoApp(server.origin), { visitor });
    expect((await call('PUT', '', { interactionEvent: 'SignIn' })).status).toBe(204);
  });

  it('A31 is not accepted in place of an answer, and the other way round', async () => {
    await configure(toClient);
    const { authorizationUri } = await visits.ask(await visits.begin());
    const requestId = await idp.readRequest(new URL(authorizationUri));
    const answered = await idp.respond(ann, requestId);
    const stripped = Buffer.from(answered, 'base64')
      .toString()
      .replace(/ InResponseTo="[^"]*"/, '');
    const { answer } = await arrive(Buffer.from(stripped).toString('base64'));
    expect(outcome(answer)).toEqual([401, 'connector.authorization_failed']);
  });

  it('R137 does not answer a sign-in that the user starts by email', async () => {
    await configure(toClient);
    // Posted by a page of the attacker, with the identity of the attacker.
    const { visitor } = await arrive(await idp.respond(ann, undefined));
    for (const extra of [{}, { direct_sign_in: 'sso:another' }, { login_hint: 'victim@portal.example' }]) {
      const asked = await visits.ask(await visits.begin('SignIn', { visitor, extra }));
      expect(asked.authorizationUri).toContain(`${idp.url}/sso`);
    }
    const { authorizationUri } = await visits.ask(await beginDirectly('SignIn', visitor));
    expect(authorizationUri).toContain(`${server.origin}/callback/${id}`);
  });

  it('A32 has to be for this connector, and is over when the assertion is', async () => {
    for (const deviation of [{ audience: 'urn:other' }, { recipient: 'https://x.example' }, { validUntil: -600 }]) {
      const { answer } = await arrive(await idp.respond(ann, undefined, deviation));
      expect(outcome(answer)).toEqual([401, 'connector.authorization_failed']);
    }
    const { visitor } = await arrive(await idp.respond(ann, undefined));
    await server.query(`update idp_initiated_saml_sessions set expires_at = now() - interval '1 second'`);
    expect((await visits.ask(await beginDirectly('SignIn', visitor))).authorizationUri).toContain(`${idp.url}/sso`);
  });

  it('is refused again after it is disabled', async () => {
    expect((await api.call('DELETE', `/sso-connectors/${id}/idp-initiated-auth-config`)).status).toBe(204);
    const { answer } = await arrive(await idp.respond(ann, undefined));
    expect(outcome(answer)).toEqual([404, 'session.connector_validation_session_not_found']);
  });
});
