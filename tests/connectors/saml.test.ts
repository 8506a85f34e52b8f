// The SAML connector with an identity provider: https://docs.oasis-open.org/security/saml/v2.0/saml-profiles-2.0-os.pdf
import { createPrivateKey, createVerify } from 'node:crypto';
import { selfSigned } from '@tessera/server/infrastructure/outbound/self-signed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type OpenInteraction, outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { addUser, userKnownAt } from '../harness/user-rows.ts';
import { experienceSetter } from '../harness/visits-elsewhere.ts';
import { answers, certificate, entityId, metadata, readRequest, type Statement } from './saml-provider.ts';
import { createConnector, socialVisits } from './social-visits.ts';

describe('the SAML connector', () => {
  let server: TestServer;
  let api: ManagementApi;
  let id: string;
  const acs = () => `${server.origin}/api/authn/saml/saml-of-the-shop`;
  const config = () => ({
    entityID: entityId,
    x509Certificate: certificate,
    idpMetadataXml: metadata,
    assertionConsumerServiceUrl: acs(),
    profileMap: { id: 'id', email: 'mail', emailVerified: 'mail_checked', name: 'cn' },
  });
  const facts = { target: 'company', name: { en: 'Company' } };
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    await experienceSetter(() => api)({ signUp: { identifiers: [], password: false, verify: false } });
    const body = { id: 'saml-of-the-shop', connectorId: 'saml', metadata: facts, config: config() };
    id = await createConnector(api, body);
  });
  afterAll(() => api.call('DELETE', `/connectors/${id}`));

  const visits = socialVisits(
    () => server,
    () => id,
  );
  const { begin, verify } = visits;
  const ask = async (interaction: OpenInteraction) => {
    const { authorizationUri, verificationId } = await visits.ask(interaction);
    const request = readRequest(authorizationUri);
    expect(request).toMatchObject({
      page: 'https://idp.example/sso',
      fixed: '2',
      relayState: 'a state',
      acs: acs(),
      issuer: entityId,
    });
    const statement: Statement = { inResponseTo: request.id, recipient: acs() };
    return { verificationId, statement, uri: authorizationUri };
  };
  /** The browser posts the response, and follows to the page that verifies it. */
  const deliver = async (SAMLResponse: string, RelayState = 'a state') => {
    const body = new URLSearchParams({ SAMLResponse, RelayState });
    const answer = await fetch(acs(), { method: 'POST', body, redirect: 'manual' });
    if (answer.status !== 303) return { status: answer.status };
    const { pathname, searchParams } = new URL(answer.headers.get('location') ?? '');
    expect(pathname).toBe(`/callback/${id}`);
    return Object.fromEntries(searchParams);
  };
  const attributes = { mail: 'ann@company.example', mail_checked: 'true', cn: 'Ann' };

  it('registers a user at the first sign-in, and recognizes them at the second', async () => {
    for (const event of ['Register', 'SignIn'] as const) {
      const interaction = await begin(event);
      const { verificationId, statement } = await ask(interaction);
      const data = await deliver(answers.signed({ ...statement, attributes }));
      const verified = await verify(interaction, verificationId, data);
      expect(verified.status, verified.body).toBe(200);
      await visits.finish(interaction, event, verificationId);
    }
    const user = await userKnownAt(server, 'company', 'ann');
    expect(user).toMatchObject({ name: 'Ann', primary_email: 'ann@company.example' });
  });

  it.each([
    ['links the account with the same verified email address', 'true', [200]],
    ['links no account by an address that is not verified', 'false', [404, 'user.identity_not_exist']],
    ['links no account by an address without a flag', undefined, [404, 'user.identity_not_exist']],
  ])('%s', async (_, flag, expected) => {
    const nameId = `linked-${flag}`;
    const email = `${nameId}@company.example`;
    await addUser(server, { id: nameId, primary_email: email });
    const interaction = await begin('SignIn');
    const { verificationId, statement } = await ask(interaction);
    const stated = { mail: email, ...(flag && { mail_checked: flag }) };
    const data = await deliver(answers.signed({ ...statement, nameId, attributes: stated }));
    expect(outcome(await verify(interaction, verificationId, data))).toEqual([200]);
    expect(await visits.link(interaction, verificationId)).toEqual(expected);
    if (flag === 'true') expect((await userKnownAt(server, 'company', nameId)).id).toBe(nameId);
  });

  it('A30 A31 A32 A33 A35 A36 rejects everything else', async () => {
    const interaction = await begin('SignIn');
    const made: Record<string, (statement: Statement) => string> = {
      'another key': answers.foreign,
      unsigned: answers.unsigned,
      changed: answers.changed,
      wrapped: answers.wrapped,
      doubled: answers.doubled,
      'another audience': (statement) => answers.signed({ ...statement, audience: 'urn:other' }),
      'another recipient': (statement) => answers.signed({ ...statement, recipient: 'https://other.example/acs' }),
      'another issuer': (statement) => answers.signed({ ...statement, issuer: 'https://other.example/metadata' }),
      'another request': (statement) => answers.signed({ ...statement, inResponseTo: '_another' }),
      expired: (statement) => answers.signed({ ...statement, validUntil: -60 }),
    };
    for (const [name, make] of Object.entries(made)) {
      const { verificationId, statement } = await ask(interaction);
      const answer = await verify(interaction, verificationId, await deliver(make(statement)));
      expect(outcome(answer), name).toEqual([400, 'connector.general']);
      expect(answer.body, name).not.toContain('details');
    }
    const { verificationId, statement } = await ask(interaction);
    const entity = await verify(interaction, verificationId, await deliver(answers.withEntity(statement)));
    expect(outcome(entity)).toEqual([400, 'connector.invalid_response']);
  });

  it('A34 accepts a response once, and only with its relay state', async () => {
    const interaction = await begin('SignIn');
    const first = await ask(interaction);
    const data = await deliver(answers.signed(first.statement));
    expect(outcome(await verify(interaction, first.verificationId, data))).toEqual([200]);
    expect(outcome(await verify(interaction, first.verificationId, data))).toEqual([
      400,
      'session.connector_session_not_found',
    ]);
    const second = await ask(interaction);
    expect(outcome(await verify(interaction, second.verificationId, data))).toEqual([400, 'connector.general']);
    const third = await ask(interaction);
    const other = await deliver(answers.signed(third.statement), 'another state');
    expect(outcome(await verify(interaction, third.verificationId, other))).toEqual([
      400,
      'session.verification_failed',
    ]);
  });

  it('A36 refuses a text that is not a response, or too long', async () => {
    expect(await deliver('')).toEqual({ status: 400 });
    expect(await deliver('x', '')).toEqual({ status: 400 });
    expect(await deliver(Buffer.from(crypto.getRandomValues(new Uint8Array(20_000))).toString('base64'))).toEqual({
      status: 400,
    });
    const interaction = await begin('SignIn');
    for (const SAMLResponse of ['garbage', '', Buffer.from('<a/>').toString('base64url')]) {
      const { verificationId } = await ask(interaction);
      const answer = await verify(interaction, verificationId, { state: 'a state', SAMLResponse });
      expect(outcome(answer)).toEqual([400, 'connector.invalid_response']);
    }
  });

  it('signs requests and decrypts assertions with keys that have passwords', async () => {
    const { key, cert } = selfSigned('shop.example', 'rsa');
    const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'a password' } as const;
    const locked = String(createPrivateKey(key).export(options));
    const keys = {
      ...{ signAuthnRequest: true, privateKey: locked, privateKeyPass: 'a password' },
      ...{ encryptAssertion: true, encPrivateKey: locked, encPrivateKeyPass: 'a password' },
    };
    const saved = await api.call('PATCH', `/connectors/${id}`, { config: { ...config(), ...keys } });
    expect(saved.status, saved.body).toBe(200);
    const interaction = await begin('SignIn');
    const { verificationId, statement, uri } = await ask(interaction);
    const [, signed = '', signature = ''] = /[?&](SAMLRequest=.*)&Signature=([^&]*)/.exec(uri) ?? [];
    const value = Buffer.from(decodeURIComponent(signature), 'base64');
    expect(signed).toContain(encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'));
    expect(createVerify('RSA-SHA256').update(signed).verify(cert, value)).toBe(true);
    const verified = await verify(interaction, verificationId, await deliver(answers.encrypted(statement, cert)));
    expect(verified.status, verified.body).toBe(200);
    const wrong = { ...config(), ...keys, encPrivateKeyPass: 'another' };
    const refused = await api.call('PATCH', `/connectors/${id}`, { config: wrong });
    expect(outcome(refused)).toEqual([400, 'connector.invalid_config']);
    expect((await api.call('PATCH', `/connectors/${id}`, { config: config() })).status).toBe(200);
  });
});
