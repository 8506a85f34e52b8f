// The setting OUTBOUND_PROXY in a running server, as the tests of connectors use it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type Providers, startProviders } from '../harness/providers.ts';
import { startMailServer } from '../harness/receivers.ts';
import { useServer } from '../harness/server.ts';

describe('a server behind a proxy', () => {
  let providers: Providers;
  let api: ManagementApi;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  beforeAll(async () => {
    providers = await startProviders();
    mail = await startMailServer();
    api = await managementApi(await useServer({ env: providers.env }));
  });
  afterAll(() => Promise.all([providers.stop(), mail.stop()]));

  const send = (connectorId: string, config: object) =>
    api.call('POST', `/connectors/${connectorId}/test`, { email: 'reader@example.com', config });

  it('sends requests through it, verifies certificates and keeps private addresses blocked', async () => {
    providers.on('messages.example.com', ({ method, headers, body }) => {
      expect([method, headers.authorization]).toEqual(['POST', 'Bearer key']);
      expect(JSON.parse(body)).toMatchObject({ to: 'reader@example.com', type: 'Generic' });
      return { status: 204 };
    });
    const config = { endpoint: 'https://messages.example.com/send', authorization: 'Bearer key' };
    expect(outcome(await send('http-email', config))).toEqual([204]);
    expect(providers.requests.map(({ url }) => url.href)).toEqual(['https://messages.example.com/send']);
    for (const endpoint of ['https://127.0.0.1/', 'https://localhost/', 'https://metadata.internal/']) {
      expect(outcome(await send('http-email', { endpoint })), endpoint).toEqual([400, 'connector.general']);
    }
    expect(providers.refused).toEqual([]);
    for (const failure of ['down', 'error', 'large'] as const) {
      providers.fail('messages.example.com', failure);
      expect(outcome(await send('http-email', config)), failure).toEqual([400, 'connector.general']);
    }
    providers.fail('messages.example.com');
  });

  it('sends mail through it', async () => {
    providers.forward('smtp.example.com', 587, mail.port);
    const config = {
      host: 'smtp.example.com',
      port: 587,
      ignoreTLS: true,
      auth: { type: 'login', user: 'shop', pass: 'secret' },
      fromEmail: 'shop@example.com',
      templates: [{ usageType: 'Generic', contentType: 'text/plain', subject: 'Code', content: '{{code}}' }],
    };
    expect(outcome(await send('simple-mail-transfer-protocol', config))).toEqual([204]);
    expect(mail.mails.at(-1)).toContain('000000');
  });
});
