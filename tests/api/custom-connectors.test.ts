// Follows docs/custom-connectors.md: the connectors it shows are loaded, set up and used.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { connectorTestCalls } from '../harness/connector-tests.ts';
import { startOAuthPeer } from '../harness/oauth-peer.ts';
import { failedStart } from '../harness/process.ts';
import { startReceiver } from '../harness/receivers.ts';
import { newDatabase, useServer } from '../harness/server.ts';
import { peerConfig } from '../harness/social-connectors.ts';

const documented = () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/custom-connectors.md'), 'utf8');
  return [...text.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, source = '']) => {
    const [, name = ''] = /^\/\/ my-connectors\/(\S+)/.exec(source) ?? [];
    return { name, source };
  });
};

describe('a custom connector', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-connectors-'));
  let api: ManagementApi;
  let origin: string;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    receiver = await startReceiver();
    for (const { name, source } of documented()) writeFileSync(join(folder, name), source);
    // As installed by the documented command.
    mkdirSync(join(folder, 'node_modules'));
    const zod = dirname(createRequire(import.meta.url).resolve('zod/package.json'));
    symlinkSync(zod, join(folder, 'node_modules/zod'), 'junction');
    const server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: folder } });
    ({ origin } = server);
    api = await managementApi(server);
  });
  afterAll(async () => {
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('for SMS as documented is offered, tested and used', async () => {
    const factory = (await api.call('GET', '/connector-factories/acme-sms')).json();
    expect(factory).toMatchObject({
      ...{ id: 'acme-sms', type: 'Sms', name: { en: 'Acme SMS' } },
      formItems: [{ key: 'endpoint' }, { key: 'apiKey', isConfidential: true }],
    });
    const config = (status: number) => ({ endpoint: `${receiver.url}/${status}`, apiKey: 'of the operator' });
    const attempt = (status: number) =>
      api.call('POST', '/connectors/acme-sms/test', { phone: '4915112345678', config: config(status) });
    expect((await attempt(401)).json()).toMatchObject({
      ...{ code: 'connector.authorization_failed', details: 'Acme refused the API key' },
    });
    expect((await attempt(200)).status).toBe(204);
    const wrong = await api.call('POST', '/connectors', { connectorId: 'acme-sms', config: { endpoint: 'nowhere' } });
    expect(wrong.json()).toMatchObject({ code: 'connector.invalid_config' });
    const created = await api.call('POST', '/connectors', { connectorId: 'acme-sms', config: config(200) });
    expect(created.status, created.body).toBe(200);
    expect((await api.call('POST', '/verification-codes', { phone: '4915112345678' })).status).toBe(204);
    expect(receiver.received.at(-1)).toMatchObject({
      authorization: 'Bearer of the operator',
      body: { to: '4915112345678', text: expect.stringMatching(/\d{6}/) },
    });
    const own = { content: 'Own {{code}}' };
    expect((await api.call('PUT', '/message-templates/Sms/Generic/en', own)).status).toBe(200);
    expect((await api.call('POST', '/verification-codes', { phone: '4915112345678' })).status).toBe(204);
    expect(receiver.received.at(-1)).toMatchObject({ body: { text: expect.stringMatching(/^Own \d{6}$/) } });
  });

  it('for email as documented composes like a built-in one', async () => {
    const template = { usageType: 'Generic', subject: 'Theirs', content: '<b>{{code}}</b>{{locale}}' };
    const config = { endpoint: receiver.url, apiKey: 'of the operator', from: 'Acme <post@acme.example>' };
    const setUp = async (more: object) => {
      const created = await api.call('POST', '/connectors', {
        connectorId: 'acme-email',
        config: { ...config, ...more },
      });
      expect(created.status, created.body).toBe(200);
    };
    const sent = async (locale: string) => {
      const answer = await api.call(
        'POST',
        '/verification-codes',
        { email: 'reader@example.com' },
        {
          'accept-language': locale,
        },
      );
      expect(answer.status, answer.body).toBe(204);
      return receiver.received.at(-1)?.body;
    };
    await setUp({});
    expect(await sent('de')).toMatchObject({
      ...{ to: 'reader@example.com', from: '"Acme" <post@acme.example>' },
      ...{ subject: expect.stringMatching(/^\d{6} /), html: expect.stringContaining('lang="de"') },
    });
    await setUp({ templates: [template, { ...template, languageTag: 'de', subject: 'Ihre' }] });
    expect(await sent('de')).toMatchObject({ subject: 'Ihre', html: expect.stringMatching(/^<b>\d{6}<\/b>de$/) });
    expect(await sent('en')).toMatchObject({ subject: 'Theirs', text: expect.stringMatching(/^\d{6}en$/) });
    expect((await api.call('GET', '/message-templates/Email/Generic/en')).json()).toMatchObject({
      ...{ source: 'connector', details: { subject: 'Theirs' } },
    });
    const own = {
      subject: 'Own',
      content: '{{code}}',
      contentType: 'text/plain',
      sendFrom: 'Help',
      replyTo: 'a@b.example',
    };
    expect((await api.call('PUT', '/message-templates/Email/Generic/en', own)).status).toBe(200);
    expect(await sent('en')).toEqual({
      ...{ to: 'reader@example.com', from: '"Help" <post@acme.example>', replyTo: 'a@b.example' },
      ...{ subject: 'Own', text: expect.stringMatching(/^\d{6}$/) },
    });
  });

  it('for sign-in as documented reads the user, with PKCE', async () => {
    const peer = await startOAuthPeer();
    const { start, read, respond } = connectorTestCalls(
      () => api,
      () => origin,
    );
    const config = peerConfig(peer);
    const user = { sub: 'ann', name: 'Ann', email: 'ann@acme.example', email_verified: true };
    const test = await start({ factoryId: 'acme-id', connectorId: 'acme', config });
    expect(new URL(test.authorizationUri).searchParams.get('code_challenge_method')).toBe('S256');
    await respond('acme', peer.answerFor(user, test.authorizationUri));
    expect(await read(test.id)).toMatchObject({
      ...{ status: 'succeeded', profile: { id: 'ann', name: 'Ann', email: 'ann@acme.example' } },
    });
    const wrong = await start({
      factoryId: 'acme-id',
      connectorId: 'acme',
      config: { ...config, clientSecret: 'wrong' },
    });
    await respond('acme', peer.answerFor({ ...user, email_verified: false }, wrong.authorizationUri));
    expect(await read(wrong.id)).toMatchObject({ status: 'failed', failure: { reason: 'Acme answered 401' } });
    await peer.stop();
  });

  it.each([
    ['', 'acme.mjs is not a connector: the default export: '],
    ["export default { ...valid, id: '' };", 'acme.mjs is not a connector: id: '],
    ['export default { ...valid, formItems: undefined };', 'acme.mjs is not a connector: formItems: '],
    ["export default { ...valid, name: { de: 'Acme' } };", 'acme.mjs is not a connector: name.en: '],
    ["export default { ...valid, ownText: 'always' };", 'acme.mjs is not a connector: ownText: must be a function'],
    [
      "export default { ...valid, formItems: [{ key: 'a', type: 'Secret' }] };",
      'acme.mjs is not a connector: formItems.0.type: ',
    ],
    ["export default { ...valid, type: 'Letter' };", 'acme.mjs is not a connector: type: '],
    ['export default { ...valid, config: {} };', 'acme.mjs is not a connector: config: must be a schema of zod 4'],
    ['export default { ...valid, send: undefined };', 'acme.mjs is not a connector: send: must be a function'],
    ["export default { ...valid, id: 'twilio-short-message-service' };", 'two connectors have the ID twilio-short'],
  ])('stops the start if it is wrong: %s', async (code, reason) => {
    const wrong = mkdtempSync(join(tmpdir(), 'tessera-connectors-'));
    const source = documented().find(({ name }) => name === 'acme-sms.mjs')?.source ?? '';
    symlinkSync(join(folder, 'node_modules'), join(wrong, 'node_modules'), 'junction');
    writeFileSync(join(wrong, 'acme.mjs'), `${source.replace('export default', 'const valid =')}\n${code}\n`);
    const { output } = await failedStart({ DATABASE_URL: await newDatabase(), CONNECTORS_DIR: wrong });
    rmSync(wrong, { recursive: true, force: true });
    expect(output).toContain(`CONNECTORS_DIR: ${reason}`);
    expect(output.trim().split('\n')).toHaveLength(1);
  });
});
