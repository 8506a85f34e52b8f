// Imported users sign in with their old password, which is then rehashed.
import { createHash, pbkdf2Sync } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { asSuperuser, type TestServer, useServer } from '../harness/server.ts';
import { demoApp, obtainTokens } from '../harness/sign-in.ts';
import { addUser } from '../harness/user-rows.ts';
import { waitingFor } from '../harness/waiting-statements.ts';

const password = 'a Grüner Tee 47';
const hex = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
const derived = pbkdf2Sync(password, 'salt', 2000, 32, 'sha512').toString('hex');

const formats: Record<string, [method: string, digest: string]> = {
  argon2d: [
    'Argon2d',
    '$argon2d$v=19$m=4096,t=3,p=2$RxQ5uJg799VApaCly+eHtg$jssZ049dzYosqxY7McLO9DCzIA1HiKHbJjaws5a7C/Q',
  ],
  argon2i: [
    'Argon2i',
    '$argon2i$v=19$m=4096,t=3,p=2$1T8M8pKNZ8yCpRscsVPA8w$xBr53Mot+byHhLK5O5E0qtAukxicZYyskihMU2m90cY',
  ],
  argon2id: [
    'Argon2id',
    '$argon2id$v=19$m=4096,t=3,p=2$pwxOwUGtdPBjyrd0+ZeVZQ$4jkRwsRNQT8OAuY88cA3Yumzbo2/bg44cNGb9solKKA',
  ],
  bcrypt_a: ['Bcrypt', '$2a$08$abcdefghijklmnopqrstuuBhS31hBf3FRXb3Vyd7fTrYM7mzLyEMK'],
  bcrypt_b: ['Bcrypt', '$2b$08$abcdefghijklmnopqrstuuBhS31hBf3FRXb3Vyd7fTrYM7mzLyEMK'],
  bcrypt_y: ['Bcrypt', '$2y$08$abcdefghijklmnopqrstuuBhS31hBf3FRXb3Vyd7fTrYM7mzLyEMK'],
  md5: ['MD5', hex('md5', password)],
  sha1: ['SHA1', hex('sha1', password)],
  sha256: ['SHA256', hex('sha256', password)],
  salted: ['Legacy', JSON.stringify(['sha512', ['salt', '@'], hex('sha512', `salt${password}`)])],
  pbkdf2: ['Legacy', JSON.stringify(['pbkdf2', ['salt', '2000', '32', 'sha512', '@'], derived])],
};

describe('imported passwords', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    for (const [username, [method, digest]] of Object.entries(formats)) {
      const body = { username, passwordAlgorithm: method, passwordDigest: digest };
      expect((await api.call('POST', '/users', body)).status).toBe(200);
    }
  });

  const readStored = async (username: string) => {
    const [row] = await server.query<{ hash: string; method: string }>(
      `select password_encrypted as hash, password_encryption_method as method from users
       where tenant_id = 'default' and username = $1`,
      [username],
    );
    return row;
  };
  const weak = async () => (await api.call('GET', '/sign-in-exp/default/weak-passwords')).json() as { count: number };
  const signIn = (username: string) => obtainTokens({ base, client: demoApp(base), username, password });
  const refusal = async (username: string, secret: string) => {
    const { call } = await openInteraction(base, demoApp(base));
    await call('PUT', '', { interactionEvent: 'SignIn' });
    const identifier = { type: 'username', value: username };
    return outcome(await call('POST', '/verification/password', { identifier, password: secret }));
  };

  it('weak ones are counted per tenant', async () => {
    expect(await weak()).toEqual({ count: 5 });
    const others = await managementApi(server, 'admin');
    expect((await others.call('GET', '/sign-in-exp/default/weak-passwords')).json()).toEqual({ count: 0 });
  });

  it.each(Object.keys(formats))('in format %s are rejected when wrong, and rehashed at sign-in', async (username) => {
    const [method, digest] = formats[username] ?? [];
    expect(await refusal(username, 'another one')).toEqual([422, 'session.invalid_credentials']);
    expect(await readStored(username)).toEqual({ method, hash: digest });
    const { count } = await weak();
    expect((await signIn(username)).tokens.id_token).toBeDefined();
    const isWeak = ['MD5', 'SHA1', 'SHA256', 'Legacy'].includes(method ?? '');
    expect(await weak()).toEqual({ count: count - Number(isWeak) });
    const renewed = await readStored(username);
    expect(renewed).toEqual({
      method: 'Argon2id',
      hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
    });
    expect(await refusal(username, 'another one')).toEqual([422, 'session.invalid_credentials']);
    await signIn(username);
    expect(await readStored(username)).toEqual(renewed);
  });

  it.each([
    [{ passwordDigest: 'x', passwordAlgorithm: 'MD5' }, 'guard.invalid_input'],
    [{ passwordDigest: 'x', passwordAlgorithm: 'Legacy' }, 'password.invalid_legacy_password_format'],
    [
      { passwordDigest: '["x",["@"],"00112233445566778899aabbccddeeff"]', passwordAlgorithm: 'Legacy' },
      'password.unsupported_legacy_hash_algorithm',
    ],
    [
      {
        passwordDigest: '$argon2id$v=19$m=4194304,t=1,p=1$c29tZXNhbHRzb21l$aGFzaGhhc2hoYXNoaGFzaA',
        passwordAlgorithm: 'Argon2id',
      },
      'guard.invalid_input',
    ],
  ])('are rejected if they could never match: %j', async (body, code) => {
    expect(outcome(await api.call('POST', '/users', body))).toEqual([400, code]);
  });

  it('are not rehashed over a password changed in the meantime', async () => {
    await addUser(server, {
      id: 'meanwhile',
      username: 'meanwhile',
      password_encrypted: hex('md5', password),
      password_encryption_method: 'MD5',
    });
    const chosen = hex('sha1', 'the new one');
    const signedIn = await asSuperuser(server.databaseUrl, async (client) => {
      await client.query('begin');
      await client.query(
        `update users set password_encrypted = $1, password_encryption_method = 'SHA1' where id = 'meanwhile'`,
        [chosen],
      );
      const signingIn = refusal('meanwhile', password);
      await eventually(async () => (await waitingFor(client)).length > 0);
      await client.query('commit');
      return signingIn;
    });
    expect(signedIn).toEqual([200]);
    expect(await readStored('meanwhile')).toEqual({ method: 'SHA1', hash: chosen });
  });
});
