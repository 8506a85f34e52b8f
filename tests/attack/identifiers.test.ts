// A75, A83: lookalike identifiers. Each is rejected or a different user, never the original one.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { codeFor, messagesTo } from '../harness/mailbox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { allowEveryIdentifier } from '../harness/sign-in-methods.ts';

const email = 'ada@example.com';
const phone = '4915112345678';

describe('A75 identifiers', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    await allowEveryIdentifier(api, { password: false });
    await server.query(
      `insert into users (tenant_id, id, username, primary_email, primary_phone)
       values ('default', 'ada', 'ada', $1, $2)`,
      [email, phone],
    );
  });

  const signInWithCode = async (type: string, value: string) => {
    const { call } = await openInteraction(server.origin, demoApp(server.origin));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    const identifier = { type, value };
    const sent = await call('POST', '/verification/verification-code', { identifier, interactionEvent: 'SignIn' });
    if (sent.status !== 200) return outcome(sent);
    const { verificationId } = sent.json() as { verificationId: string };
    // The code is sent to exactly what was typed, in canonical form.
    const code = await codeFor(api, type === 'phone' ? value.replace(/^\+|\s/g, '').replace(/^490/, '49') : value);
    await call('POST', '/verification/verification-code/verify', { identifier, verificationId, code });
    return outcome(await call('POST', '/identification', { verificationId }));
  };

  const refused = [400, 'guard.invalid_input'];
  const another = [404, 'user.user_not_exist'];
  // biome-ignore format: one line each
  const emails: [string, string, (string | number)[]][] = [
    ['in capitals', 'ADA@Example.COM', [204]],
    ['with a sign that looks like @', 'ada＠example.com', refused],
    ['in full width', 'ａｄａ@example.com', another],
    ['with a Cyrillic letter', 'аda@example.com', another],
    ['with a Cyrillic letter in the domain', 'ada@exаmple.com', another],
    ['with a combining mark', 'ada\u0301@example.com', another],
    ['with a dotted capital', 'İda@example.com', another],
    ['with a joiner', 'ada\u200d@example.com', refused],
    ['with a soft hyphen', 'a\u00adda@example.com', refused],
    ['from right to left', '\u202eada@example.com', refused],
    ['with a trailing dot', 'ada@example.com.', another],
    ['with a plus', 'ada+shop@example.com', another],
    ['with dots', 'a.d.a@example.com', another],
    ['with two @', 'ada@example.com@evil.example', refused],
    ['with another in angle brackets', '<eve@evil.example>ada@example.com', refused],
    ['with another after a comma', 'eve@evil.example,ada@example.com', refused],
    ['with another after a semicolon', 'eve@evil.example;ada@example.com', refused],
    ['as a group', 'all:ada@example.com', refused],
    ['with a quoted name', '"eve"@example.com', refused],
    ['with a comment', 'ada(eve)@example.com', refused],
    ['with spaces around it', ' ada@example.com ', refused],
    ['with a line end', 'ada@example.com\nBcc: eve@example.com', refused],
    ['with NUL', 'ada\u0000@example.com', refused],
    ['with half a character', 'ada\ud800@example.com', refused],
    ['of 254 characters', `${'a'.repeat(242)}@example.com`, refused],
  ];
  it.each(emails)('R27 an email address %s', async (_, value, expected) => {
    const before = (await messagesTo(api, email)).length;
    expect(await signInWithCode('email', value)).toEqual(expected);
    if (value.toLowerCase() !== email) expect((await messagesTo(api, email)).length).toBe(before);
  });

  // biome-ignore format: one line each
  const phones: [string, string, (string | number)[]][] = [
    ['with the national 0', '49015112345678', [204]],
    ['with a plus', `+${phone}`, [204]],
    ['in full width', '４９15112345678', refused],
    ['in Arabic digits', '٤٩15112345678', refused],
    ['with spaces', '49 15112345678', [204]],
    ['with one digit more', `${phone}0`, another],
  ];
  it.each(phones)('a phone number %s', async (_, value, expected) => {
    expect(await signInWithCode('phone', value)).toEqual(expected);
  });

  it.each([
    ['in full width', 'ａda'],
    ['with a joiner', 'ad\u200da'],
    ['with a line end', 'ada\n'],
    ['with NUL', 'ada\u0000'],
    ['that is an address', email],
    ['that is a number', phone],
  ])('a username %s is rejected', async (_, value) => {
    const { call } = await openInteraction(server.origin, demoApp(server.origin));
    await call('PUT', '', { interactionEvent: 'Register' });
    expect(outcome(await call('POST', '/profile', { type: 'username', value }))).toEqual(refused);
  });

  it('a different spelling of an address or number cannot register again', async () => {
    for (const [type, value] of [
      ['email', 'Ada@EXAMPLE.com'],
      ['phone', '49015112345678'],
    ] as const) {
      const { call } = await openInteraction(server.origin, demoApp(server.origin));
      await call('PUT', '', { interactionEvent: 'Register' });
      const identifier = { type, value };
      const sent = await call('POST', '/verification/verification-code', { identifier, interactionEvent: 'Register' });
      const { verificationId } = sent.json() as { verificationId: string };
      const code = await codeFor(api, type === 'phone' ? phone : value);
      await call('POST', '/verification/verification-code/verify', { identifier, verificationId, code });
      expect(outcome(await call('POST', '/identification', { verificationId }))).toEqual([
        422,
        `user.${type}_already_in_use`,
      ]);
    }
  });

  it('A83 a different spelling of a name gives no additional attempts', async () => {
    await api.call('PATCH', '/sign-in-exp', { sentinelPolicy: { maxAttempts: 3, lockoutDuration: 5 } });
    for (const [type, spellings] of [
      ['email', ['eve@example.com', 'EVE@example.com', 'Eve@Example.Com']],
      ['phone', ['491701234567', '4901701234567', '491701234567']],
    ] as const) {
      const answers = [];
      for (const value of spellings) {
        const { call } = await openInteraction(server.origin, demoApp(server.origin));
        await call('PUT', '', { interactionEvent: 'SignIn' });
        answers.push(
          outcome(await call('POST', '/verification/password', { identifier: { type, value }, password: 'guess' })),
        );
      }
      const wrong = [422, 'session.invalid_credentials'];
      expect(answers).toEqual([wrong, wrong, [400, 'session.verification_blocked_too_many_attempts']]);
    }
  });
});
