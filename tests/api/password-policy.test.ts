// The password policy over HTTP: its codes and their order, wherever a new password is chosen.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
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

  it.each(rows)('rejects %j with its codes in their order', async (value, expected) => {
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

  it('takes a password that satisfies it', async () => {
    await setPolicy(strict);
    const { call } = await registration();
    expect(outcome(await call('POST', '/profile', { type: 'password', value: 'Zq7 lamp under oak' }))).toEqual([204]);
  });

  it('does not ask the breach list when the policy does not say so', async () => {
    await setPolicy({ rejects: { pwned: false } });
    const { call } = await registration();
    expect(outcome(await call('POST', '/profile', { type: 'password', value: breached }))).toEqual([204]);
  });

  it('refuses a policy that nobody could satisfy, on its field', async () => {
    const answer = await api.call('PATCH', '/sign-in-exp', { passwordPolicy: { length: { min: 20, max: 10 } } });
    expect(answer.status).toBe(400);
    const { data } = answer.json() as { data: { issues: { path: string[] }[] } };
    expect(data.issues[0]?.path).toEqual(['passwordPolicy', 'length', 'min']);
  });
});
