// Z02: no order of steps completes a sign-in without the required factors. Mallory knows every password and has an own
// account, but not the victim's factor; sometimes the victim verifies it.
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Authenticator, newAuthenticator } from '../harness/authenticator.ts';
import { type OpenInteraction, openInteraction } from '../harness/interactions.ts';
import { codeFor } from '../harness/mailbox.ts';
import { setPasskeySignIn } from '../harness/passkey-sign-in.ts';
import {
  backupFactor,
  bound,
  factorsOf,
  identified,
  type Person,
  people,
  setMfa,
  steps,
  totp,
  totpFactor,
  totpSecret,
} from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, password } from '../harness/sign-in.ts';

const codes = (letter: string) => Array.from({ length: 400 }, (_, n) => letter + n.toString(16).padStart(9, '0'));

type Walk = OpenInteraction & {
  /** The latest ID of each record type this walk has obtained. */
  ids: Map<string, string>;
  /** Users whose factor was verified by its owner since the walk restarted. */
  shown: Set<string>;
};

describe('Z02 walks through the experience API', () => {
  let server: TestServer;
  let api: ManagementApi;
  let victim: Person & { authenticator: Authenticator };
  let mallory: Person & { secret: string; authenticator: Authenticator };
  let bare: Person;
  const left = { victim: codes('a'), mallory: codes('b') };
  let addresses = 0;

  beforeAll(async () => {
    server = await useServer({ env: { LOG_LEVEL: 'error' } });
    api = await managementApi(server);
    const add = await people(server);
    await setMfa(api, { factors: ['Totp', 'WebAuthn', 'BackupCode', 'EmailVerificationCode'], policy: 'NoPrompt' });
    const withPasskey = async (factors: object[]) => {
      const person = await add({});
      const interaction = await identified(server, person);
      const authenticator = await bound.WebAuthn(server, interaction);
      await steps(interaction).submit();
      await server.query('update users set mfa_verifications = $2 where id = $1', [
        person.id,
        JSON.stringify([...(await factorsOf(server, person.id)), ...factors]),
      ]);
      return { ...person, authenticator };
    };
    const secret = totpSecret();
    victim = await withPasskey([totpFactor(totpSecret()), backupFactor(left.victim)]);
    mallory = { secret, ...(await withPasskey([totpFactor(secret), backupFactor(left.mallory)])) };
    bare = await add({});
    await setMfa(api, { factors: ['Totp', 'WebAuthn', 'EmailVerificationCode', 'BackupCode'], policy: 'Mandatory' });
    await setPasskeySignIn(api, {});
  });

  const post = async ({ call, ids }: Walk, kind: string, path: string, body: object = {}) => {
    const answer = await call('POST', path, body);
    expect(answer.status, `${path} ${answer.body}`).toBeLessThan(500);
    const { verificationId } = (answer.status === 200 ? answer.json() : {}) as { verificationId?: string };
    if (verificationId) ids.set(kind, verificationId);
    return answer;
  };
  const start = (interactionEvent: string) => async (walk: Walk) => {
    if ((await walk.call('PUT', '', { interactionEvent })).status === 204) walk.shown.clear();
  };
  const turn = (interactionEvent: string) => (walk: Walk) =>
    walk.call('PUT', '/interaction-event', { interactionEvent });
  const passwordOf = (person: () => Person) => (walk: Walk) =>
    post(walk, 'password', '/verification/password', {
      identifier: { type: 'username', value: person().username },
      password,
    });
  const identify = (kind: string) => (walk: Walk) =>
    post(walk, 'none', '/identification', { verificationId: walk.ids.get(kind) ?? 'unknown' });
  const knownUser = async ({ call }: Walk): Promise<string | undefined> => {
    const answer = await call('GET', '/interaction');
    return answer.status === 200 ? (answer.json() as { userId?: string }).userId : undefined;
  };
  /** The owner verifies a factor; it counts only for them. */
  const shows = (owner: () => Person, step: (walk: Walk) => Promise<{ status: number }>) => async (walk: Walk) => {
    const userId = await knownUser(walk);
    const { status } = await step(walk);
    if (status !== 200) return;
    // A factor is never accepted for another user.
    expect(userId).toBe(owner().id);
    walk.shown.add(owner().id);
  };
  const backupOf = (name: 'victim' | 'mallory') => (walk: Walk) =>
    post(walk, 'backup', '/verification/backup-code/verify', { code: left[name].pop() ?? '' });
  const passkeyOf = (owner: () => { authenticator: Authenticator }) => async (walk: Walk) => {
    const asked = await post(walk, 'passkey', '/verification/web-authn/authentication');
    const { authenticationOptions } = (asked.status === 200 ? asked.json() : {}) as {
      authenticationOptions?: { challenge: string };
    };
    const payload = owner().authenticator.answer(authenticationOptions ?? { challenge: 'AAAA' });
    const verificationId = walk.ids.get('passkey') ?? 'unknown';
    return post(walk, 'passkey', '/verification/web-authn/authentication/verify', { verificationId, payload });
  };
  /** A passkey that signs in alone counts for its own user only, even if another one is identified. */
  const signsIn = (owner: () => Person & { authenticator: Authenticator }) => async (walk: Walk) => {
    const path = '/verification/sign-in-passkey/authentication';
    const asked = await post(walk, 'none', path);
    const { authenticationOptions } = asked.json() as { authenticationOptions: { challenge: string } };
    const payload = owner().authenticator.signIn(authenticationOptions);
    const { status } = await post(walk, 'sign-in passkey', `${path}/verify`, { payload });
    if (status === 200) walk.shown.add(owner().id);
  };
  const bind = (type: string, kind: string) => (walk: Walk) =>
    post(walk, 'none', '/profile/mfa', { type, verificationId: walk.ids.get(kind) ?? 'unknown' });
  const newApp = async (walk: Walk) => {
    const answer = await post(walk, 'new app', '/verification/totp/secret');
    const { secret } = (answer.status === 200 ? answer.json() : {}) as { secret?: string };
    if (!secret) return;
    const verificationId = walk.ids.get('new app') ?? '';
    await post(walk, 'new app', '/verification/totp/verify', { verificationId, code: totp(secret) });
  };
  const newKey = async (walk: Walk) => {
    const answer = await post(walk, 'new key', '/verification/web-authn/registration');
    const { registrationOptions } = (answer.status === 200 ? answer.json() : {}) as {
      registrationOptions?: { challenge: string; rp: { id: string } };
    };
    if (!registrationOptions) return;
    const payload = newAuthenticator(server.origin).register(registrationOptions);
    const verificationId = walk.ids.get('new key') ?? '';
    await post(walk, 'new key', '/verification/web-authn/registration/verify', { verificationId, payload });
  };
  const newAddress = async (walk: Walk) => {
    const identifier = { type: 'email', value: `walk${String(++addresses)}@z02.example` };
    const sent = { identifier, interactionEvent: 'SignIn' };
    const answer = await post(walk, 'address', '/verification/verification-code', sent);
    if (answer.status !== 200) return;
    const code = await codeFor(api, identifier.value);
    const verificationId = walk.ids.get('address') ?? '';
    await post(walk, 'address', '/verification/verification-code/verify', { identifier, verificationId, code });
  };
  const join = async (walk: Walk) => {
    await post(walk, 'none', '/profile', { type: 'username', value: `w_${String(++addresses)}` });
    await post(walk, 'none', '/profile', { type: 'password', value: password });
    await post(walk, 'none', '/identification', {});
  };

  const moves = {
    'begin a sign-in': start('SignIn'),
    'begin a registration': start('Register'),
    'begin a recovery': start('ForgotPassword'),
    'turn to sign-in': turn('SignIn'),
    'turn to registration': turn('Register'),
    "victim's password": passwordOf(() => victim),
    "mallory's password": passwordOf(() => mallory),
    'password of one without factors': passwordOf(() => bare),
    'identify by password': identify('password'),
    'identify by passkey': identify('passkey'),
    'identify by sign-in passkey': identify('sign-in passkey'),
    'identify by new app': identify('new app'),
    'identify by address': identify('address'),
    register: join,
    'victim shows a backup code': shows(() => victim, backupOf('victim')),
    'victim shows a passkey': shows(
      () => victim,
      passkeyOf(() => victim),
    ),
    'victim signs in with a passkey': signsIn(() => victim),
    'mallory signs in with a passkey': signsIn(() => mallory),
    'mallory shows a backup code': shows(() => mallory, backupOf('mallory')),
    'mallory shows a passkey': shows(
      () => mallory,
      passkeyOf(() => mallory),
    ),
    'mallory guesses': (walk) => post(walk, 'app', '/verification/totp/verify', { code: totp(mallory.secret, -9) }),
    'new app': newApp,
    'new key': newKey,
    'new codes': (walk) => post(walk, 'new codes', '/verification/backup-code/generate'),
    'new address': newAddress,
    'bind app': bind('Totp', 'new app'),
    'bind key': bind('WebAuthn', 'new key'),
    'bind codes': bind('BackupCode', 'new codes'),
    'bind address': bind('EmailVerificationCode', 'address'),
    'bind shown key': bind('WebAuthn', 'passkey'),
    skip: (walk) => post(walk, 'none', '/profile/mfa/mfa-skipped'),
    'skip the hint': (walk) => post(walk, 'none', '/profile/mfa/mfa-suggestion-skipped'),
    'add the address': (walk) =>
      post(walk, 'none', '/profile', { type: 'email', verificationId: walk.ids.get('address') ?? 'unknown' }),
    submit: async (walk) => {
      await ended(walk);
    },
  } satisfies Record<string, (walk: Walk) => Promise<unknown>>;
  type Move = keyof typeof moves;

  /** `true` when the sign-in has completed, which must never happen too early. */
  const ended = async (walk: Walk): Promise<boolean> => {
    const userId = await knownUser(walk);
    const answer = await walk.call('POST', '/submit');
    expect(answer.status, answer.body).toBeLessThan(500);
    if (answer.status !== 200 || answer.body === '') return false;
    expect(userId).toBeDefined();
    const owner = [victim, mallory].find(({ id }) => id === userId);
    if (owner) expect([...walk.shown], `${owner.username} got in`).toContain(owner.id);
    const kept = await factorsOf(server, userId ?? '');
    const [row] = await server.query<{ has: boolean }>(
      'select primary_email is not null as has from users where id = $1',
      [userId],
    );
    const usable = kept.filter(({ type }) => type !== 'BackupCode').length + (row?.has ? 1 : 0);
    expect([usable > 0, kept.some(({ type }) => type === 'BackupCode')]).toEqual([true, true]);
    if (userId === bare.id) {
      await server.query(`update users set mfa_verifications = '[]', primary_email = null where id = $1`, [userId]);
    }
    return true;
  };

  const walked = async (path: readonly Move[]): Promise<boolean> => {
    const base = server.base('default');
    const walk: Walk = { ...(await openInteraction(base, demoApp(base))), ids: new Map(), shown: new Set() };
    for (const move of path) {
      if (move === 'submit' && (await ended(walk))) return true;
      if (move !== 'submit') await moves[move](walk);
    }
    return false;
  };

  const known: Move[] = ['begin a sign-in', "victim's password", 'identify by password'];
  const bareKnown: Move[] = ['begin a sign-in', 'password of one without factors', 'identify by password'];
  const leading: [string, boolean, Move[]][] = [
    ['the victim, with a code', true, [...known, 'victim shows a backup code', 'submit']],
    ['the victim, with a passkey', true, [...known, 'victim shows a passkey', 'submit']],
    [
      'one without factors who sets them up',
      true,
      [...bareKnown, 'new app', 'bind app', 'new codes', 'bind codes', 'submit'],
    ],
    [
      'a newcomer',
      true,
      ['begin a registration', 'register', 'new key', 'bind key', 'new codes', 'bind codes', 'submit'],
    ],
    [
      'the victim, with a passkey alone',
      true,
      ['begin a sign-in', 'victim signs in with a passkey', 'identify by sign-in passkey', 'submit'],
    ],
    [
      'mallory with an own passkey and a password',
      false,
      ['begin a sign-in', 'mallory signs in with a passkey', "victim's password", 'identify by password', 'submit'],
    ],
    ['mallory alone', false, [...known, 'mallory shows a passkey', 'new key', 'bind key', 'skip', 'submit']],
    ['mallory who turns around', false, [...known, 'turn to registration', 'submit', 'register', 'submit']],
  ];
  it.each(leading)('%s: %s', async (_, expected, path) => {
    expect(await walked(path)).toBe(expected);
  });

  const names = Object.keys(moves) as Move[];
  // Most walks start at an interesting point and prefer steps that change the requirements.
  const beginning = fc.constantFrom<Move[]>([], known, known, known, bareKnown, ['begin a registration', 'register']);
  const turning = fc.constantFrom<Move>(
    'turn to registration',
    'turn to sign-in',
    'submit',
    'skip',
    'new key',
    'bind key',
    'mallory signs in with a passkey',
    'identify by sign-in passkey',
  );
  const move = fc.oneof({ arbitrary: turning, weight: 1 }, { arbitrary: fc.constantFrom(...names), weight: 2 });
  it('random walks only complete with the required factors', async () => {
    const path = fc
      .tuple(beginning, fc.array(move, { minLength: 1, maxLength: 9, size: 'max' }))
      .map(([first, rest]): Move[] => [...first, ...rest, 'submit']);
    await fc.assert(
      fc.asyncProperty(path, async (moved) => {
        await walked(moved);
      }),
      { numRuns: 70 },
    );
  });
});
