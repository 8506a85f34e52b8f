// Follows docs/custom-connectors.md: the connector it shows is loaded, set up and used.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { failedStart } from '../harness/process.ts';
import { startReceiver } from '../harness/receivers.ts';
import { newDatabase, useServer } from '../harness/server.ts';

const documented = () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/custom-connectors.md'), 'utf8');
  const [, block = ''] = /^ {3}```js\n([\s\S]*?)^ {3}```/m.exec(text) ?? [];
  const [, name = ''] = /my-connectors\/(\S+)/.exec(block) ?? [];
  return { name, source: block.replaceAll(/^ {3}/gm, '') };
};

describe('a custom connector', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-connectors-'));
  let api: ManagementApi;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    receiver = await startReceiver();
    const { name, source } = documented();
    writeFileSync(join(folder, name), source);
    // As installed by the documented command.
    mkdirSync(join(folder, 'node_modules'));
    const zod = dirname(createRequire(import.meta.url).resolve('zod/package.json'));
    symlinkSync(zod, join(folder, 'node_modules/zod'), 'junction');
    const server = await useServer({ env: { OUTBOUND_ALLOW: '127.0.0.1', CONNECTORS_DIR: folder } });
    api = await managementApi(server);
  });
  afterAll(async () => {
    await receiver.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('as documented is offered, tested and used', async () => {
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
  });

  it.each([
    ['', 'acme.mjs is not a connector: the default export: '],
    ["export default { ...valid, id: '' };", 'acme.mjs is not a connector: id: '],
    ['export default { ...valid, formItems: undefined };', 'acme.mjs is not a connector: formItems: '],
    ["export default { ...valid, type: 'Letter' };", 'acme.mjs is not a connector: type: '],
    ['export default { ...valid, config: {} };', 'acme.mjs is not a connector: config: must be a schema of zod 4'],
    ['export default { ...valid, send: undefined };', 'acme.mjs is not a connector: send: must be a function'],
    ["export default { ...valid, id: 'twilio-short-message-service' };", 'two connectors have the ID twilio-short'],
  ])('stops the start if it is wrong: %s', async (code, reason) => {
    const wrong = mkdtempSync(join(tmpdir(), 'tessera-connectors-'));
    const { source } = documented();
    symlinkSync(join(folder, 'node_modules'), join(wrong, 'node_modules'), 'junction');
    writeFileSync(join(wrong, 'acme.mjs'), `${source.replace('export default', 'const valid =')}\n${code}\n`);
    const { output } = await failedStart({ DATABASE_URL: await newDatabase(), CONNECTORS_DIR: wrong });
    rmSync(wrong, { recursive: true, force: true });
    expect(output).toContain(`CONNECTORS_DIR: ${reason}`);
    expect(output.trim().split('\n')).toHaveLength(1);
  });
});
