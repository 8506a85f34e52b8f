// Hostile responses that arrive by form post, as of Apple and SAML, and hostile key sets: each is refused with a code or
// leads to a user of valid parts, and never to an error of the server.
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ManagementApi } from '../harness/api.ts';
import type { ProviderAnswer, Providers } from '../harness/providers.ts';
import type { TestServer } from '../harness/server.ts';
import { hostileEntries, hostileVariants } from './hostile-answers.ts';
import { problemsOf, userReader } from './identified-users.ts';
import { clientId, startCounterpart } from './oauth-counterpart.ts';
import { answers, certificate, entityId, metadata, readRequest, type Statement } from './saml-provider.ts';
import { type IdTokenClaims, publishedKeys, signedToken } from './signed-tokens.ts';
import { createConnector, socialVisits, startSocialServer } from './social-visits.ts';
import { standardCases } from './standard-cases.ts';

const html = '<!doctype html><html lang="en"><title>Error</title><h1>Back soon</h1></html>';
const huge = 'x'.repeat(100_000);

describe('hostile forms', () => {
  let server: TestServer;
  let providers: Providers;
  let api: ManagementApi;
  beforeAll(async () => {
    ({ providers, server, api } = await startSocialServer());
    providers.on('appleid.apple.com', () => publishedKeys());
  });
  afterAll(() => providers.stop());
  afterAll(() => expect(server.output()).not.toMatch(/unhandled|uncaught/i));

  const visitsOf = (id: string) =>
    socialVisits(
      () => server,
      () => id,
    );
  const post = async (path: string, form: Record<string, string> | string) => {
    const request = { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' } as const;
    return (await fetch(server.origin + path, request)).status;
  };

  it('R126 Apple', async () => {
    const id = await createConnector(api, { connectorId: 'apple-universal', config: { clientId } });
    const respond = await userReader(visitsOf(id));
    const claims = { iss: 'https://appleid.apple.com', aud: clientId, sub: '000123.abc', email: 'ann@icloud.example' };
    const user = { name: { firstName: 'Ann', lastName: 'Lee' }, email: 'ann@icloud.example' };
    const nonceIn = (uri: string) => new URL(uri).searchParams.get('nonce');
    type Change = { claims?: (valid: object) => object; form?: (valid: object) => object };
    const sent: object[] = [];
    const visit = (change: Change = {}) =>
      respond(async (uri) => {
        const now = Math.floor(Date.now() / 1000);
        const whole = { ...claims, email_verified: 'true', nonce: nonceIn(uri), iat: now, exp: now + 300 };
        const id_token = await signedToken((change.claims?.(whole) ?? whole) as IdTokenClaims);
        const valid = { state: 'a state', code: 'not used', id_token, user: JSON.stringify(user) };
        sent.push(valid);
        return change.form?.(valid) ?? valid;
      });
    expect(await visit()).toMatchObject({ id: claims.sub, name: 'Ann Lee' });
    const first = sent[0] as object;

    const ofClaims = hostileEntries({ ...claims, email_verified: 'true', nonce: 'n', iat: 1, exp: 1 });
    const ofForm = hostileEntries({ code: 'c', id_token: 't', user: 'u' });
    const ofUser = [
      ...hostileEntries(user).map(({ name, change }) => ({ name, text: JSON.stringify(change(user)) })),
      ...['', 'null', '[]', '7', '{', '{}', html, huge, '['.repeat(100_000)].map((text) => ({ name: text, text })),
    ];
    const tries: [string, Change][] = [
      ...ofClaims.map(({ name, change }): [string, Change] => [`claim ${name}`, { claims: change }]),
      ...ofForm.map(({ name, change }): [string, Change] => [`form ${name}`, { form: change }]),
      ...ofUser.map(({ name, text }): [string, Change] => [
        `user ${name.slice(0, 40)}`,
        { form: (valid) => ({ ...valid, user: text }) },
      ]),
      ['a page', { form: (valid) => ({ ...valid, id_token: html }) }],
    ];
    const problems: string[] = [];
    for (const [name, change] of tries) {
      problems.push(...problemsOf(await visit(change), claims.sub).map((problem) => `${name}: ${problem}`));
    }
    expect(problems).toEqual([]);

    const invalidToken = '401 connector.social_invalid_id_token';
    expect(await respond(() => first), 'replayed').toBe(invalidToken);
    const wrong: Record<string, object> = {
      audience: { aud: 'another-client' },
      audiences: { aud: ['another-client'] },
      issuer: { iss: 'https://appleid.apple.com.evil.example' },
      nonce: { nonce: 'another' },
    };
    for (const [name, change] of Object.entries(wrong)) {
      expect(await visit({ claims: (valid) => ({ ...valid, ...change }) }), name).toBe(invalidToken);
    }
    const tampered = (valid: object) => {
      const [header, , signature] = (valid as { id_token: string }).id_token.split('.');
      const other = Buffer.from(JSON.stringify({ ...claims, sub: 'victim' })).toString('base64url');
      return { ...valid, id_token: [header, other, signature].join('.') };
    };
    expect(await visit({ form: tampered }), 'tampered').toBe(invalidToken);

    // The redirect that follows a form has to fit into a header.
    for (const form of [{ id_token: huge }, { user: huge, state: 'a state' }, { state: 'x'.repeat(2_000_000) }, '']) {
      expect([400, 413]).toContain(await post(`/callback/${id}`, form));
    }
    expect(await visit()).toMatchObject({ id: claims.sub });
  });

  const samlConnector = async (id: string) => {
    const acs = `${server.origin}/api/authn/saml/${id}`;
    const config = {
      ...{ entityID: entityId, x509Certificate: certificate, idpMetadataXml: metadata },
      assertionConsumerServiceUrl: acs,
      profileMap: { id: 'id', email: 'mail', emailVerified: 'checked', name: 'cn', avatar: 'picture' },
    };
    const facts = { target: id, name: { en: 'Company' } };
    await createConnector(api, { id, connectorId: 'saml', metadata: facts, config });
    const respond = await userReader(visitsOf(id));
    /** Compressed, as the assertion consumer service passes it on. */
    const compressed = (document: string | Buffer) => deflateRawSync(document).toString('base64url');
    const visitWith = (write: (statement: Statement) => unknown) =>
      respond((uri) => {
        const statement = { inResponseTo: readRequest(uri).id, recipient: acs };
        return { state: 'a state', SAMLResponse: write(statement) };
      });
    const signed = (change: Partial<Statement>) =>
      visitWith((statement) => compressed(Buffer.from(answers.signed({ ...statement, ...change }), 'base64')));
    return { respond, compressed, visitWith, signed };
  };

  it('R119 SAML responses that are larger than those of enterprise SSO may be', async () => {
    const { signed } = await samlConnector('large');
    // Repeated text compresses well enough for the URL.
    const filled = (length: number) =>
      signed({ attributes: { mail: 'ann@company.example', filling: 'x'.repeat(length) } });
    expect(await filled(120_000)).toMatchObject({ id: 'ann' });
    expect(await filled(140_000)).toBe('400 connector.invalid_response');
    expect(await post('/api/authn/saml/large', { SAMLResponse: 'x'.repeat(190_000), RelayState: 's' })).toBe(303);
    expect(await post('/api/authn/saml/large', { SAMLResponse: 'x'.repeat(200_000), RelayState: 's' })).toBe(413);
  });

  it('R127 SAML', async () => {
    const id = 'hostile';
    const { respond, compressed, visitWith, signed } = await samlConnector(id);
    const attributes = { mail: 'ann@company.example', checked: 'true', cn: 'Ann', picture: 'https://a.example/ann' };
    expect(await signed({ attributes })).toMatchObject({ id: 'ann', name: 'Ann', email: attributes.mail });

    const texts: Record<string, string> = {
      empty: '',
      spaces: ' ',
      true: 'true',
      huge,
      'too long': 'x'.repeat(129),
      'a null character': 'a&#0;b',
      'half a character': 'a&#xD800;b',
      'control characters': 'a&#13;&#10;bcc: c',
      // Its text is a<script>, which the pages escape.
      markup: '<b>a</b>&lt;script&gt;',
      'a comment': 'ann<!-- -->.evil',
      CDATA: '<![CDATA[ann]]>',
      'an unknown entity': '&ann;',
      'an open tag': '<b>',
      nesting: '<b>'.repeat(1000) + '</b>'.repeat(1000),
    };
    const names = ['id', ...Object.keys(attributes), '__proto__', 'constructor', huge, 'a&#0;b'];
    const documents: Record<string, unknown> = {
      nothing: '',
      'an empty document': compressed(''),
      'no base 64': '%%%',
      'a list': [compressed('<a/>')],
      'an object': { toString: 'x' },
      'a number': 7,
      'a page': compressed(html),
      JSON: compressed('{"ann":true}'),
      'not compressed': html,
      'no UTF-8': compressed(Buffer.from('3c61fffec0af3e', 'hex')),
      'an open tag': compressed('<'),
      nesting: compressed('<a>'.repeat(100_000)),
      'another root': compressed('<a/>'),
      // Ten kilobytes on the way.
      '10 MB': compressed(`<a>${' '.repeat(10_000_000)}</a>`),
    };
    const problems: string[] = [];
    const check = async (name: string, visit: ReturnType<typeof respond>) => {
      const found = problemsOf(await visit, JSON.stringify(['ann', texts, 'a<script>']));
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    };
    for (const [name, text] of Object.entries(texts)) {
      await check(`NameID ${name}`, signed({ nameId: text }));
      await check(`issuer ${name}`, signed({ issuer: text }));
      await check(`status ${name}`, signed({ status: text }));
      for (const attribute of names) {
        await check(`${attribute.slice(0, 20)} ${name}`, signed({ attributes: { ...attributes, [attribute]: text } }));
      }
    }
    for (const [name, document] of Object.entries(documents))
      await check(
        name,
        visitWith(() => document),
      );
    expect(problems).toEqual([]);
    for (const SAMLResponse of [huge, 'x'.repeat(2_000_000)]) {
      const random = Buffer.from(crypto.getRandomValues(new Uint8Array(50_000))).toString('base64');
      for (const form of [
        { SAMLResponse: SAMLResponse + random, RelayState: 's' },
        { SAMLResponse: 'a', RelayState: huge },
      ]) {
        expect([400, 413]).toContain(await post(`/api/authn/saml/${id}`, form));
      }
    }
    expect(await signed({ attributes })).toMatchObject({ id: 'ann' });
  });

  it('R128 keys of a provider', async () => {
    const oidc = standardCases.find(({ connectorId }) => connectorId === 'oidc');
    if (!oidc?.idToken) throw new Error('no OpenID Connect provider');
    const { connectorId, config, metadata: facts, user } = oidc;
    const counterpart = startCounterpart(providers, oidc);
    const id = await createConnector(api, { connectorId, config, metadata: facts });
    const respond = await userReader(visitsOf(id));
    const hostname = 'keys.provider.example';
    const asked: string[] = [];
    let current: ProviderAnswer = {};
    providers.on(hostname, ({ url }) => {
      asked.push(url.pathname);
      return current;
    });
    const published = await publishedKeys();
    const problems: string[] = [];
    for (const [index, { name, change }] of hostileVariants(published).entries()) {
      // Keys are kept by their URL.
      const idTokenVerificationConfig = {
        jwksUri: `https://${hostname}/${index}`,
        issuer: 'https://id.provider.example',
      };
      const saved = await api.call('PATCH', `/connectors/${id}`, { config: { ...config, idTokenVerificationConfig } });
      expect(saved.status, saved.body).toBe(200);
      current = change(published);
      const found = problemsOf(await respond(counterpart.agree), JSON.stringify(user));
      problems.push(...found.map((problem) => `${name}: ${problem}`));
      expect(asked, name).toContain(`/${index}`);
    }
    expect(problems).toEqual([]);
    expect(await api.call('PATCH', `/connectors/${id}`, { config })).toMatchObject({ status: 200 });
    expect(await respond(counterpart.agree)).toMatchObject({ id: user.id });
  });
});
