// The password policy: error codes and their order, everywhere a password is set.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { freePort } from '../harness/ports.ts';
import { useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';

const breached = 'secretsecretsecret';
const breachList = createServer((_, response) => {
  const digest = createHash('sha1').update(breached).digest('hex').toUpperCase();
  response.end(`0018A45C4D1DEF81644B54AB7F969B88D65:2\r\n${digest.slice(5)}:12\r\n`);
});

describe('password policy', async () => {
  await new Promise<void>((resolve) => breachList.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    breachList.closeAllConnections();
    breachList.close();
  });
  const { port } = breachList.address() as AddressInfo;
  const server = await useServer({
    env: { PASSWORD_BREACH_ENDPOINT: `http://127.0.0.1:${port}`, OUTBOUND_ALLOW: '127.0.0.1' },
  });
  const api = await managementApi(server);
  const base = server.base('default');

  const setPolicy = async (passwordPolicy: object) => {
    const answer = await api.call('PATCH', '/sign-in-exp', { passwordPolicy });
    expect(answer.status, answer.body).toBe(200);
  };
  const registration = async () => {
    const interaction = await openInteraction(base, demoApp(base));
    await interaction.call('PUT', '', { interactionEvent: 'Register' });
    return interaction;
  };
  const issuesOf = (body: string) =>
    (JSON.parse(body) as { data: { code: string; interpolation?: object }[] }).data.map(({ code, interpolation }) => [
      code.replace('password_rejected.', ''),
      ...(interpolation ? [interpolation] : []),
    ]);

  const strict = {
    length: { min: 12, max: 24 },
    characterTypes: { min: 3 },
    rejects: { pwned: true, repetitionAndSequence: true, userInfo: true, words: ['secret'] },
  };
  // biome-ignore format: one line each
  const rows: [string, unknown[]][] = [
    ['abc', [['too_short', { min: 12 }], ['character_types', { min: 3 }], ['restricted.sequence']]],
    ['Zq7 '.repeat(7), [['too_long', { max: 24 }]]],
    ['Zq7 pläne für morgen', [['unsupported_characters']]],
    [breached, [['character_types', { min: 3 }], ['pwned'], ['restricted.words']]],
    ['aaaabbbbsecret', [['character_types', { min: 3 }], ['restricted.repetition'], ['restricted.words']]],
    ['hedylamarr12', [['character_types', { min: 3 }], ['restricted.user_info']]],
  ];

  it.each(rows)('rejects %j with its codes in order', async (value, expected) => {
    await setPolicy(strict);
    const { call } = await registration();
    await call('POST', '/profile', { type: 'username', value: 'hedylamarr' });
    const byProfile = await call('POST', '/profile', { type: 'password', value });
    expect(outcome(byProfile)).toEqual([422, 'password.rejected']);
    expect(issuesOf(byProfile.body)).toEqual(expected);
    const identifier = { type: 'username', value: 'hedylamarr' };
    const byIdentity = await call('POST', '/verification/new-password-identity', { identifier, password: value });
    expect(issuesOf(byIdentity.body)).toEqual(expected);
  });

  it('accepts a compliant password', async () => {
    await setPolicy(strict);
    const { call } = await registration();
    expect(outcome(await call('POST', '/profile', { type: 'password', value: 'Zq7 lamp under oak' }))).toEqual([204]);
  });

  it('does not check for breaches unless the policy requires it', async () => {
    await setPolicy({ rejects: { pwned: false } });
    const { call } = await registration();
    expect(outcome(await call('POST', '/profile', { type: 'password', value: breached }))).toEqual([204]);
  });

  it('can be checked by administrators', async () => {
    await setPolicy(strict);
    const check = (body: object) => api.call('POST', '/sign-in-exp/default/check-password', body);
    const userId = 'hedy-lamarr';
    await server.query(
      `insert into users (tenant_id, id, username, name) values ('default', $1, 'lamarr', 'Hedy Kiesler')`,
      [userId],
    );
    const fine = await check({ password: 'Zq7 lamp under oak', userId });
    expect([fine.status, fine.json()]).toEqual([200, { result: true }]);
    const refused = await check({ password: 'hedykiesler', userId });
    expect([refused.status, refused.json()]).toEqual([
      400,
      {
        result: false,
        issues: [
          { code: 'password_rejected.too_short', interpolation: { min: 12 } },
          { code: 'password_rejected.character_types', interpolation: { min: 3 } },
          { code: 'password_rejected.restricted.user_info' },
        ],
      },
    ]);
    // Without a user there is no personal data to check the password against.
    expect(outcome(await check({ password: 'Zq7 lamp under oak' }))).toEqual([400, 'request.invalid_input']);
    expect(outcome(await check({ password: 'Zq7 lamp', userId: 'nobody' }))).toEqual([404, 'entity.not_found']);
    await setPolicy({ rejects: { userInfo: false } });
    expect((await check({ password: 'Zq7 lamp under oak' })).status).toBe(200);
    expect((await check({ password: breached })).json()).toMatchObject({
      issues: [{ code: 'password_rejected.pwned' }],
    });
  });

  it('F11 an unavailable breach service blocks no one, and is recorded', async () => {
    const metricsPort = await freePort();
    const alone = await useServer({
      env: {
        PASSWORD_BREACH_ENDPOINT: 'http://127.0.0.1:1',
        OUTBOUND_ALLOW: '127.0.0.1',
        METRICS_PORT: String(metricsPort),
      },
    });
    const interaction = await openInteraction(alone.origin, demoApp(alone.origin));
    await interaction.call('PUT', '', { interactionEvent: 'Register' });
    const answer = await interaction.call('POST', '/profile', { type: 'password', value: 'Zq7 lamp under oak' });
    expect(outcome(answer)).toEqual([204]);
    const readLog = () => alone.query(`select payload from logs where key = 'PasswordBreachCheck'`);
    await expect.poll(readLog).toMatchObject([{ payload: { result: 'Error', error: { code: 'unreachable' } } }]);
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    expect(metrics).toContain('tessera_breach_checks_total{outcome="unknown"} 1');
  });

  it('rejects an unsatisfiable policy on its field', async () => {
    const answer = await api.call('PATCH', '/sign-in-exp', { passwordPolicy: { length: { min: 20, max: 10 } } });
    expect(answer.status).toBe(400);
    const { data } = answer.json() as { data: { issues: { path: string[] }[] } };
    expect(data.issues[0]?.path).toEqual(['passwordPolicy', 'length', 'min']);
  });
});
