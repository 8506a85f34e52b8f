// Phone numbers have one canonical form by their country's numbering plan: stored, returned and searched in it.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { codeFor, messagesTo } from '../harness/mailbox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp } from '../harness/sign-in.ts';
import { allowEveryIdentifier } from '../harness/sign-in-methods.ts';

type User = { id: string; primaryPhone: string };

describe('phone numbers', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    await allowEveryIdentifier(api, { password: false });
  });
  const begin = async (interactionEvent: 'SignIn' | 'Register') => {
    const { call } = await openInteraction(server.origin, demoApp(server.origin));
    await call('PUT', '', { interactionEvent });
    return call;
  };

  it.each([
    ['610412345678', '61412345678'],
    ['4901701234567', '491701234567'],
    ['4407700900123', '447700900123'],
    // In Italy the 0 is part of the number.
    ['390612345678', '390612345678'],
  ])('%s is stored and returned as %s', async (typed, stored) => {
    const created = (await api.call('POST', '/users', { primaryPhone: typed })).json() as User;
    expect(created.primaryPhone).toBe(stored);
    expect((await api.call('GET', `/users/${created.id}`)).json()).toMatchObject({ primaryPhone: stored });
    const updated = await api.call('PATCH', `/users/${created.id}`, {
      primaryPhone: typed,
      primaryPhoneVerified: true,
    });
    expect(updated.json()).toMatchObject({ primaryPhone: stored, primaryPhoneVerified: true });
    for (const form of [typed, stored]) {
      const found = await api.call('GET', `/users?search.primaryPhone=${form}&mode.primaryPhone=exact`);
      expect((found.json() as User[]).map(({ id }) => id)).toEqual([created.id]);
    }
    await api.call('DELETE', `/users/${created.id}`);
  });

  it.each(['4912', '0015112345678', '4915112345678901', '38044123456'])('%s is invalid', async (primaryPhone) => {
    expect(outcome(await api.call('POST', '/users', { primaryPhone }))).toEqual([422, 'user.invalid_phone']);
  });

  it('users may type it in any format when registering and signing in', async () => {
    const identifier = { type: 'phone', value: '+61 (0)412-345 678' };
    const call = await begin('Register');
    const sent = await call('POST', '/verification/verification-code', { identifier, interactionEvent: 'Register' });
    expect(sent.status, sent.body).toBe(200);
    const { verificationId } = sent.json() as { verificationId: string };
    const code = await codeFor(api, '61412345678');
    const plain = { type: 'phone', value: '61412345678' };
    const proved = await call('POST', '/verification/verification-code/verify', {
      identifier: plain,
      verificationId,
      code,
    });
    expect(proved.status, proved.body).toBe(200);
    expect(outcome(await call('POST', '/identification', { verificationId }))).toEqual([201]);
    const [user] = (await api.call('GET', '/users?search.primaryPhone=61412345678')).json() as User[];
    expect(user?.primaryPhone).toBe('61412345678');
    expect((await messagesTo(api, '61412345678')).map(({ channel }) => channel)).toEqual(['Sms']);
  });

  it('an invalid identifier or record gives the same error as an unknown one', async () => {
    const call = await begin('SignIn');
    const password = { identifier: { type: 'username', value: 'not a username!' }, password: 'x' };
    expect(outcome(await call('POST', '/verification/password', password))).toEqual([
      422,
      'session.invalid_credentials',
    ]);
    const identifier = { type: 'email', value: 'no address' };
    const verify = (body: object) =>
      call('POST', '/verification/verification-code/verify', { code: '123456', ...body });
    const verificationId = 'an id that is much longer than the ids of this server are';
    expect(outcome(await verify({ identifier, verificationId }))).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
    const known = { type: 'email', value: 'ada@example.com' };
    const sent = await call('POST', '/verification/verification-code', {
      identifier: known,
      interactionEvent: 'SignIn',
    });
    expect(outcome(await verify({ identifier, ...(sent.json() as object) }))).toEqual([
      400,
      'verification_code.email_mismatch',
    ]);
    expect(outcome(await call('POST', '/identification', { verificationId }))).toEqual([
      404,
      'session.verification_session_not_found',
    ]);
  });

  it('all taken identifiers are reported', async () => {
    const mine = { username: 'taken', primaryEmail: 'taken@example.com', primaryPhone: '4915112345679' };
    await api.call('POST', '/users', mine);
    const answer = await api.call('POST', '/users', mine);
    expect(outcome(answer)).toEqual([422, 'user.username_already_in_use']);
    const { data } = answer.json() as { data: { issues: { path: string[]; message: string }[] } };
    expect(data.issues.map(({ path, message }) => [path[0], message])).toEqual([
      ['username', 'this username is already taken'],
      ['primaryEmail', 'this email address is already in use'],
      ['primaryPhone', 'this phone number is already in use'],
    ]);
  });
});

describe('without a connector', () => {
  it('no message is sent', async () => {
    const server = await useServer({ env: { MAILBOX: 'false' } });
    const { call } = await openInteraction(server.origin, demoApp(server.origin));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    for (const identifier of [
      { type: 'phone', value: '+49 151 12345678' },
      { type: 'email', value: 'no address' },
    ]) {
      const sent = await call('POST', '/verification/verification-code', { identifier, interactionEvent: 'SignIn' });
      expect(outcome(sent)).toEqual([501, 'connector.not_found']);
    }
  });
});
