// Who cannot sign in or register: unknown, suspended and deleted users, closed registration, interactions of other
// tenants.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { consoleApp, demoApp, obtainCode, password } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

describe('sign-in refusals', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
  });

  const open = () => openInteraction(base, demoApp(base));
  const startInteraction = async (interactionEvent: string) => {
    const interaction = await open();
    await interaction.call('PUT', '', { interactionEvent });
    return interaction;
  };
  const newUser = async (username: string) => {
    await obtainCode({ base, client: demoApp(base), username, register: true });
    const change = (assignment: string) =>
      server.query(`update users set ${assignment} where tenant_id = 'default' and username = $1`, [username]);
    return {
      suspend: () => change('is_suspended = true'),
      forgetPassword: () => change('password_encrypted = null, password_encryption_method = null'),
      remove: () => server.query(`delete from users where tenant_id = 'default' and username = $1`, [username]),
    };
  };

  it('A78 gives the same response for an unknown name, a wrong password and a user without one', async () => {
    const { forgetPassword } = await newUser('nopassword');
    await forgetPassword();
    const answers = [];
    for (const [type, value] of [
      ['username', 'ada'],
      ['username', 'nobody'],
      ['username', 'nopassword'],
      ['email', 'nobody@example.com'],
      ['phone', '15550100'],
    ]) {
      const { call } = await startInteraction('SignIn');
      const answer = await call('POST', '/verification/password', {
        identifier: { type, value },
        password: 'wrong one',
      });
      answers.push({ status: answer.status, body: answer.body, headers: [...answer.headers.keys()] });
    }
    expect(answers[0]).toMatchObject({ status: 422, body: expect.stringContaining('"session.invalid_credentials"') });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('A44 rejects suspended users at every step, and says so only after a correct password', async () => {
    const { suspend } = await newUser('suspended');
    const [atIdentification, atSubmit] = [await startInteraction('SignIn'), await startInteraction('SignIn')];
    const early = { verificationId: await atIdentification.verifyPassword('suspended', password) };
    const late = { verificationId: await atSubmit.verifyPassword('suspended', password) };
    await atSubmit.call('POST', '/identification', late);
    await suspend();

    const refused = [401, 'user.suspended'];
    expect(outcome(await atIdentification.call('POST', '/identification', early))).toEqual(refused);
    expect(outcome(await atSubmit.call('POST', '/submit', {}))).toEqual(refused);
    const { call } = await startInteraction('SignIn');
    const attempt = (secret: string) =>
      call('POST', '/verification/password', {
        identifier: { type: 'username', value: 'suspended' },
        password: secret,
      });
    expect(outcome(await attempt(password))).toEqual(refused);
    expect(outcome(await attempt('a guess'))).toEqual([422, 'session.invalid_credentials']);
  });

  it('A44 rejects deleted users at every step', async () => {
    const { remove } = await newUser('deleted');
    const [atIdentification, atSubmit] = [await startInteraction('SignIn'), await startInteraction('SignIn')];
    const early = { verificationId: await atIdentification.verifyPassword('deleted', password) };
    const late = { verificationId: await atSubmit.verifyPassword('deleted', password) };
    await atSubmit.call('POST', '/identification', late);
    await remove();
    const refused = [404, 'user.user_not_exist'];
    expect(outcome(await atIdentification.call('POST', '/identification', early))).toEqual(refused);
    expect(outcome(await atSubmit.call('POST', '/submit', {}))).toEqual(refused);
  });

  it('rejects a disabled sign-in method', async () => {
    await newUser('withmail');
    await server.query(
      `update users set primary_email = 'With@Mail.example' where tenant_id = 'default' and username = 'withmail'`,
    );
    const { call } = await startInteraction('SignIn');
    const identifier = { type: 'email', value: 'with@mail.example' };
    const verified = await call('POST', '/verification/password', { identifier, password });
    expect(verified.status, verified.body).toBe(200);
    const answer = await call('POST', '/identification', verified.json());
    expect(outcome(answer)).toEqual([422, 'user.sign_in_method_not_enabled']);
  });

  describe('sign-in modes', () => {
    const setMode = async (signInMode: string) => {
      const answer = await api.call('PATCH', '/sign-in-exp', { signInMode });
      expect(answer.status, answer.body).toBe(200);
    };
    const forbidden = [403, 'auth.forbidden'];

    it('sign-in only: registration is refused', async () => {
      const { call } = await startInteraction('Register');
      await call('POST', '/profile', { type: 'username', value: 'late' });
      await call('POST', '/profile', { type: 'password', value: password });
      const other = await startInteraction('SignIn');
      await setMode('SignIn');
      expect(outcome(await call('POST', '/identification', {}))).toEqual(forbidden);
      const switched = await other.call('PUT', '/interaction-event', { interactionEvent: 'Register' });
      expect(outcome(switched)).toEqual(forbidden);
      expect(await server.query(`select id from users where username = 'late'`)).toEqual([]);
      await setMode('SignInAndRegister');
    });

    it('registration only: sign-in is refused, even halfway', async () => {
      const [atIdentification, atSubmit, other] = [
        await startInteraction('SignIn'),
        await startInteraction('SignIn'),
        await startInteraction('Register'),
      ];
      const early = { verificationId: await atIdentification.verifyPassword('ada', password) };
      const late = { verificationId: await atSubmit.verifyPassword('ada', password) };
      await atSubmit.call('POST', '/identification', late);
      await setMode('Register');
      expect(outcome(await atIdentification.call('POST', '/identification', early))).toEqual(forbidden);
      expect(outcome(await atSubmit.call('POST', '/submit', {}))).toEqual(forbidden);
      const switched = await other.call('PUT', '/interaction-event', { interactionEvent: 'SignIn' });
      expect(outcome(switched)).toEqual(forbidden);
      await setMode('SignInAndRegister');
    });
  });

  it("A55 rejects another tenant's interaction, whatever its cookies are called", async () => {
    const foreign = await openInteraction(server.base('admin'), consoleApp(server.origin));
    const cookies = foreign.visitor.cookies().filter(({ name }) => name.startsWith('admin_interaction'));
    expect(cookies.map(({ name }) => name)).toContain('admin_interaction');
    const renamed = cookies.map(({ name, value }) => `${name.replace(/^admin/, '')}=${value}`).join('; ');
    for (const cookie of [renamed, cookies.map(({ name, value }) => `${name}=${value}`).join('; ')]) {
      const answer = await newVisitor({ cookie }).send('PUT', `${base}/api/experience`, {
        json: { interactionEvent: 'SignIn' },
      });
      expect(outcome(answer)).toEqual([400, 'session.not_found']);
    }
  });

  it('rejects an interaction with a modified cookie', async () => {
    const { visitor } = await startInteraction('SignIn');
    const cookies = visitor.cookies().filter(({ name }) => name.startsWith('_interaction'));
    const send = (change: (name: string, value: string) => string) =>
      newVisitor({ cookie: cookies.map(({ name, value }) => `${name}=${change(name, value)}`).join('; ') }).send(
        'GET',
        `${base}/api/experience/interaction`,
      );
    expect((await send((_, value) => value)).status).toBe(200);
    const flipped = await send((_, value) => `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`);
    expect(outcome(flipped)).toEqual([400, 'session.not_found']);
    const unsigned = await send((name, value) => (name.endsWith('.sig') ? '' : value));
    expect(outcome(unsigned)).toEqual([400, 'session.not_found']);
  });
});
