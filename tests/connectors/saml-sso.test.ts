// Enterprise SSO with SAML, with an identity provider of another maker (samlify) on this machine.
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { outcome } from '../harness/interactions.ts';
import { type IdpOptions, type SamlIdp, startSamlIdp } from '../harness/saml-idp.ts';
import { createSamlConnector, samlVisits } from '../harness/saml-visits.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';

let server: TestServer;
let api: ManagementApi;
const idps: SamlIdp[] = [];
beforeAll(async () => {
  server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', RATE_LIMIT: '0' } });
  api = await managementApi(server);
});
afterAll(() => Promise.all(idps.map((idp) => idp.stop())));
beforeEach(() =>
  experienceSetter(() => api)({
    ...{ singleSignOnEnabled: true, signInMode: 'SignInAndRegister' },
    signUp: { identifiers: [], password: false, verify: false },
  }),
);

/** An identity provider, and a connector that knows it by the URL of its metadata. */
const company = async (name: string, options?: IdpOptions, configOf?: (idp: SamlIdp) => object) => {
  const idp = await startSamlIdp(options);
  idps.push(idp);
  const config = configOf?.(idp) ?? { metadataUrl: `${idp.url}/metadata` };
  const id = await createSamlConnector(api, name, config, [`${name}.example`]);
  await idp.trust(`${server.origin}/enterprise-sso/${id}`);
  const person = (user: string) => ({ id: user, email: `${user}@${name}.example`, name: user });
  return {
    idp,
    id,
    person,
    ...samlVisits(
      () => server,
      () => idp,
      () => id,
    ),
  };
};
const usersKnownAs = (id: string) =>
  server.query<{ primary_email: string; name: string; issuer: string }>(
    `select primary_email, users.name, issuer from user_sso_identities as one join users on users.id = one.user_id
     where one.tenant_id = 'default' and sso_connector_id = $1`,
    [id],
  );
/** The logged reasons of rejected responses, once the given one is among them. */
const expectReason = (id: string, reason: string) =>
  expect
    .poll(async () => {
      const rows = await server.query<{ reason: string }>(
        `select payload -> 'error' ->> 'reason' as reason from logs where tenant_id = 'default'
         and payload ->> 'connectorId' = $1 and payload ->> 'result' = 'Error'`,
        [id],
      );
      return rows.map((row) => row.reason);
    })
    .toContain(reason);

describe('enterprise SSO with SAML', () => {
  it('registers a user at the first sign-in, and recognizes them at the second', async () => {
    const { idp, id, person, signIn } = await company('first');
    await signIn('Register', person('ann'));
    await signIn('SignIn', person('ann'));
    expect(await usersKnownAs(id)).toEqual([
      { primary_email: 'ann@first.example', name: 'ann', issuer: `${idp.url}/metadata` },
    ]);
  });

  it('reads encrypted assertions, and signs requests for a provider that wants it', async () => {
    const { id, person, signIn } = await company('sealed', { encrypts: true, wantsSignedRequests: true });
    await signIn('Register', person('bob'));
    expect(await usersKnownAs(id)).toMatchObject([{ primary_email: 'bob@sealed.example' }]);
  });

  it('posts requests to a provider without the redirect binding', async () => {
    const { idp, id, person, begin, ask, deliver, verify, finish } = await company('posting', {
      bindings: ['post'],
      wantsSignedRequests: true,
    });
    const interaction = await begin('Register');
    const { authorizationUri, verificationId } = await ask(interaction);
    const page = await fetch(authorizationUri);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html).toContain(`action="${idp.url}/sso"`);
    const [, SAMLRequest = ''] = /name="SAMLRequest" value="([^"]*)"/.exec(html) ?? [];
    const requestId = await idp.readRequest(new URLSearchParams({ SAMLRequest }));
    const verified = await verify(
      interaction,
      verificationId,
      await deliver(await idp.respond(person('cleo'), requestId)),
    );
    expect(verified.status, verified.body).toBe(200);
    await finish(interaction, 'Register', verificationId);
    expect(await usersKnownAs(id)).toHaveLength(1);
    const markup = new URL(authorizationUri);
    markup.searchParams.set('RelayState', '"><script>alert(1)</script>');
    expect(await (await fetch(markup)).text(), 'A37').not.toContain('<script>alert');
    for (const query of ['', '?SAMLRequest=x', `?SAMLRequest=${'A'.repeat(9000)}`]) {
      expect((await fetch(`${server.origin}/api/authn/single-sign-on/saml/${id}/request${query}`)).status).toBe(400);
    }
  });

  it('follows a certificate rollover without an administrator', async () => {
    const { idp, id, person, signIn, begin, ask, deliver, respond, verify } = await company('rolling');
    await signIn('Register', person('dora'));
    idp.rollOver({ drop: true });
    await eventually(async () => {
      const interaction = await begin();
      const asked = await ask(interaction);
      const data = await deliver(await respond(asked, person('dora')));
      return (await verify(interaction, asked.verificationId, data)).status === 200;
    });
    const shown = (await api.call('GET', `/sso-connectors/${id}`)).json() as {
      providerConfig: { identityProvider: { certificates: unknown[] } };
    };
    expect(shown.providerConfig.identityProvider.certificates).toHaveLength(1);
    idp.rollOver();
    expect((await api.call('POST', `/sso-connectors/${id}/refresh`)).status).toBe(200);
    const again = (await api.call('GET', `/sso-connectors/${id}`)).json() as typeof shown;
    expect(again.providerConfig.identityProvider.certificates).toHaveLength(2);
    await signIn('SignIn', person('dora'));
  });

  it('works with metadata as text, and with its three values', async () => {
    const text = await company('texts', {}, (idp) => ({ metadata: idp.metadata() }));
    await text.signIn('Register', text.person('eve'));
    const values = await company('values', {}, (idp) => ({
      entityId: `${idp.url}/metadata`,
      signInEndpoint: `${idp.url}/sso`,
      x509Certificate: /<ds:X509Certificate>([^<]+)</.exec(idp.metadata())?.[1] ?? '',
      attributeMapping: { id: 'email', name: 'nameID' },
    }));
    await values.signIn('Register', values.person('fay'));
    expect(await usersKnownAs(values.id)).toMatchObject([{ primary_email: 'fay@values.example' }]);
  });

  it('R55 rejects what is for someone else, and tells the administrator why', async () => {
    const { id, person, begin, ask, deliver, respond, verify } = await company('strict');
    const cases: [string, object][] = [
      ['audience_mismatch', { audience: 'https://other.example' }],
      ['recipient_mismatch', { recipient: 'https://other.example/acs' }],
      ['destination_mismatch', { destination: 'https://other.example/acs' }],
      ['issuer_mismatch', { issuer: 'https://other.example' }],
      ['expired', { validUntil: -600 }],
    ];
    for (const [reason, deviation] of cases) {
      const interaction = await begin();
      const asked = await ask(interaction);
      const data = await deliver(await respond(asked, person('gus'), deviation));
      expect(data, reason).toEqual({ state: 'a state', error: 'connector.authorization_failed' });
      const verified = await verify(interaction, asked.verificationId, data);
      expect(outcome(verified), reason).toEqual([401, 'connector.authorization_failed']);
      expect(verified.body).not.toContain('other.example');
      await expectReason(id, reason);
    }
    expect(await usersKnownAs(id)).toEqual([]);
  });

  it('A34 accepts a response once, and only in the browser that asked', async () => {
    const { id, person, begin, ask, deliver, post, respond, verify } = await company('once');
    const mine = await begin('Register');
    const asked = await ask(mine);
    const response = await respond(asked, person('hal'));
    const data = await deliver(response);
    const again = await post(response);
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([
      404,
      'session.connector_validation_session_not_found',
    ]);
    const theirs = await begin('Register');
    const other = await ask(theirs);
    expect(outcome(await verify(theirs, other.verificationId, data))).toEqual([
      400,
      'session.connector_session_not_found',
    ]);
    expect(outcome(await verify(mine, asked.verificationId, { ...data, code: 'guessed' }))).toEqual([
      400,
      'session.connector_session_not_found',
    ]);
    const third = await ask(mine);
    const good = await deliver(await respond(third, person('hal')));
    const both = await Promise.all([1, 2].map(() => verify(mine, third.verificationId, good)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await usersKnownAs(id)).toEqual([]);
  });

  it('C01 answers a request once, also if the response arrives many times at once', async () => {
    const { person, begin, ask, post, respond } = await company('racing');
    const asked = await ask(await begin());
    const response = await respond(asked, person('jo'));
    const answers = await Promise.all(Array.from({ length: 12 }, () => post(response)));
    const codes = answers.filter(({ headers }) => headers.get('location')?.includes('code='));
    expect(codes).toHaveLength(1);
  });

  it('A31 rejects a response to another request, connector or state', async () => {
    const one = await company('one');
    const two = await company('two');
    const interaction = await one.begin();
    const asked = await one.ask(interaction);
    const requestId = await one.idp.readRequest(new URL(asked.authorizationUri));
    const foreign = await one.post(await one.idp.respond(one.person('ida'), '_another'));
    expect(foreign.status).toBe(404);
    const elsewhere = await two.post(await two.idp.respond(two.person('ida'), requestId));
    expect(elsewhere.status).toBe(404);
    const data = await one.deliver(await one.respond(asked, one.person('ida')));
    const changed = await one.verify(interaction, asked.verificationId, { ...data, state: 'another' });
    expect(outcome(changed)).toEqual([400, 'session.verification_failed']);
  });

  it('R62 gives the code of a user to no other site', async () => {
    const { id, begin, askWith } = await company('leaks');
    const interaction = await begin();
    const uris = [
      ...[
        'https://evil.example/callback',
        `${server.origin}.evil.example/callback/${id}`,
        `${server.origin}/callback/x`,
      ],
      ...[`${server.origin}/callback/${id}?next=https://evil.example`, `${server.origin}/callback/${id}#x`, 'app://x'],
      `${server.origin}/t/other/callback/${id}`,
    ];
    for (const uri of uris) {
      expect(outcome(await askWith(interaction, uri)), uri).toEqual([400, 'session.insufficient_info']);
    }
  });

  it('A34 does not accept a response of a connector that was changed or deleted meanwhile', async () => {
    const { id, person, begin, ask, deliver, respond, verify, post } = await company('changing');
    const interaction = await begin();
    const asked = await ask(interaction);
    const data = await deliver(await respond(asked, person('kim')));
    const next = await startSamlIdp();
    idps.push(next);
    const changed = await api.call('PATCH', `/sso-connectors/${id}`, {
      config: { metadataUrl: `${next.url}/metadata` },
    });
    expect(changed.status, changed.body).toBe(200);
    expect(outcome(await verify(interaction, asked.verificationId, data))).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
    const second = await ask(interaction);
    const response = await respond(second, person('kim')).catch(() => 'AAAA');
    expect((await api.call('DELETE', `/sso-connectors/${id}`)).status).toBe(204);
    expect((await post(response)).status).toBe(404);
  });
});

describe('the pages of the service provider', () => {
  it('publishes metadata for a connector, also before it is configured', async () => {
    const created = await api.call('POST', '/sso-connectors', { providerName: 'AzureAD', connectorName: 'Entra' });
    const { id } = created.json() as { id: string };
    const url = `${server.origin}/enterprise-sso/${id}`;
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toContain('application/samlmetadata+xml');
    const xml = await answer.text();
    expect(xml).toContain(`entityID="${url}"`);
    expect(xml).toContain(`Location="${server.origin}/api/authn/single-sign-on/saml/${id}"`);
    expect(await (await fetch(url)).text()).toBe(xml);
    const oidc = await api.call('POST', '/sso-connectors', { providerName: 'OIDC', connectorName: 'Not SAML' });
    for (const other of [(oidc.json() as { id: string }).id, 'unknown']) {
      expect((await fetch(`${server.origin}/enterprise-sso/${other}`)).status).toBe(404);
    }
    const acs = `${server.origin}/api/authn/single-sign-on/saml`;
    const body = new URLSearchParams({ SAMLResponse: 'AAAA' });
    expect((await fetch(`${acs}/unknown`, { method: 'POST', body })).status).toBe(404);
    expect((await fetch(`${acs}/${id}`, { method: 'POST', body })).status).toBe(400);
    expect((await fetch(`${acs}/${id}`, { method: 'POST', body: new URLSearchParams() })).status).toBe(400);
  });

  it('A55 knows no connector of another tenant', async () => {
    const { id, idp, person } = await company('own');
    const base = server.base('admin');
    expect((await fetch(`${base}/enterprise-sso/${id}`)).status).toBe(404);
    expect((await fetch(`${base}/api/authn/single-sign-on/saml/${id}/request?SAMLRequest=x`)).status).toBe(404);
    const body = new URLSearchParams({ SAMLResponse: await idp.respond(person('lea'), '_x') });
    expect((await fetch(`${base}/api/authn/single-sign-on/saml/${id}`, { method: 'POST', body })).status).toBe(404);
  });

  it('R56 answers harmful and huge documents with an error', async () => {
    const { id, post } = await company('harmful');
    const bytes = (text: string) => Buffer.from(text).toString('base64');
    const bomb = bytes('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>');
    for (const response of ['AAAA', 'not base 64', bomb, bytes('<a/>'), bytes(`<a>${'x'.repeat(600_000)}</a>`)]) {
      expect([401, 404], response.slice(0, 40)).toContain((await post(response)).status);
    }
    const huge = await post('A'.repeat(1_100_000));
    expect([huge.status, ((await huge.json()) as { code: string }).code]).toEqual([413, 'request.payload_too_large']);
    const page = await post(bomb, { headers: { accept: 'text/html' } });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('<code dir="ltr">connector.authorization_failed</code>');
    await expectReason(id, 'doctype_forbidden');
  });

  it('sends a request that can be read', async () => {
    const { idp, id, begin, ask } = await company('asking');
    const { authorizationUri } = await ask(await begin());
    const uri = new URL(authorizationUri);
    expect(uri.origin + uri.pathname).toBe(`${idp.url}/sso`);
    expect([...uri.searchParams.keys()], 'A43').toEqual(['SAMLRequest', 'RelayState']);
    const xml = inflateRawSync(Buffer.from(uri.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    expect(xml).toContain(`>${server.origin}/enterprise-sso/${id}<`);
  });
});
