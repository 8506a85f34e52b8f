// Console users add an email address, and recover a lost password by mail or on the server.
import { beforeAll, describe, expect, it } from 'vitest';
import { managementResource } from '../harness/api.ts';
import { callerWith, meResource, registerConsoleUser } from '../harness/console-user.ts';
import { outcome } from '../harness/interactions.ts';
import { runCommand } from '../harness/process.ts';
import { startServer, type TestServer } from '../harness/server.ts';
import { authorizationUrl, experience, obtainCode, password, pkce } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

const address = 'ada@example.com';

describe('recovery of a console user', () => {
  let server: TestServer;
  let call: ReturnType<typeof callerWith>;
  let client: { clientId: string; redirectUri: string };
  beforeAll(async () => {
    server = await startServer();
    const user = await registerConsoleUser(server, 'ada', [meResource, managementResource('default')]);
    client = user.client;
    call = callerWith(server, await user.accessToken(meResource));
    return () => server.stop();
  });

  /** Without a mail server, the product prints its mail. */
  const printedCode = async (after: number) => {
    const read = () => new RegExp(`Mail to ${address}: .*?(\\d{6})`).exec(server.output().slice(after))?.[1];
    await expect.poll(read).toBeDefined();
    return read() ?? '';
  };
  const readRecovery = async () => {
    const answer = await newVisitor().get(`${server.base('admin')}/api/.well-known/sign-in-exp`);
    return (answer.json() as { forgotPassword: { email: boolean } }).forgotPassword.email;
  };
  const signIn = (secret: string) =>
    obtainCode({ base: server.base('admin'), client, username: 'ada', password: secret });

  it('offers no recovery by mail until an administrator has an address', async () => {
    expect(await readRecovery()).toBe(false);
  });

  it('sets an address after the password and a code were verified', async () => {
    const change = () => call('PATCH', '/t/admin/me', { primaryEmail: address });
    expect(outcome(await change())).toEqual([400, 'session.verification_session_not_found']);
    expect((await call('POST', '/t/admin/me/password/verify', { password })).status).toBe(204);
    expect(outcome(await change())).toEqual([400, 'session.verification_session_not_found']);

    const before = server.output().length;
    expect((await call('POST', '/t/admin/me/verification-codes', { email: address })).status).toBe(204);
    const verify = (verificationCode: string, email = address) =>
      call('POST', '/t/admin/me/verification-codes/verify', { email, verificationCode });
    const code = await printedCode(before);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(outcome(await verify(wrong))).toEqual([400, 'verification_code.code_mismatch']);
    expect((await verify(code)).status).toBe(204);
    expect(outcome(await verify(code))[0]).toBe(400);

    const other = await call('PATCH', '/t/admin/me', { primaryEmail: 'eve@example.com' });
    expect(outcome(other)).toEqual([400, 'session.verification_session_not_found']);
    expect((await change()).json()).toMatchObject({ primaryEmail: address, primaryEmailVerified: true });
    // Used up, so a later change starts over, and so does a new password.
    expect(outcome(await change())[0]).toBe(400);
    expect(outcome(await call('POST', '/t/admin/me/password', { password: 'another Passphrase 48' }))[0]).toBe(400);
  });

  it('recovers the password by mail', async () => {
    await expect.poll(readRecovery).toBe(true);
    const visitor = newVisitor();
    const request = { base: server.base('admin'), client };
    await visitor.follow(authorizationUrl(request, pkce().challenge), [client.redirectUri]);
    const { step } = experience(visitor, request.base);
    await step('PUT', '', { interactionEvent: 'ForgotPassword' });
    const identifier = { type: 'email', value: address };
    const before = server.output().length;
    const sent = await step('POST', '/verification/verification-code', {
      identifier,
      interactionEvent: 'ForgotPassword',
    });
    const { verificationId } = sent.json() as { verificationId: string };
    const code = await printedCode(before);
    await step('POST', '/verification/verification-code/verify', { identifier, verificationId, code });
    await step('POST', '/identification', { verificationId });
    await step('PUT', '/profile/password', { password: 'recovered Passphrase 49' });
    await step('POST', '/submit');
    await signIn('recovered Passphrase 49');
  });

  it('resets the password on the server, and ends all sessions', async () => {
    const env = { DATABASE_URL: server.databaseUrl };
    const run = (...words: string[]) => runCommand(['admin', ...words], env);
    const { visitor } = await signIn('recovered Passphrase 49');
    const { code, output } = await run('reset-password', 'ada');
    expect(code, output).toBe(0);
    const [, oneTime = ''] = /New password for ada: (\S+)/.exec(output) ?? [];
    expect(oneTime).toMatch(/^\w{32}$/);
    await expect(signIn('recovered Passphrase 49')).rejects.toThrow(/invalid_credentials/);
    await signIn(oneTime);
    const opened = await visitor.follow(authorizationUrl({ base: server.base('admin'), client }, pkce().challenge), [
      client.redirectUri,
    ]);
    expect(opened.url).toContain('/sign-in');

    const recorded = await server.query<{ actor_type: string }>(
      `select actor_type from change_records
       where tenant_id = 'admin' and operation = 'user.password-changed' order by created_at desc limit 1`,
    );
    expect(recorded).toEqual([{ actor_type: 'system' }]);

    const missing = await run('reset-password', 'nobody');
    expect([missing.code, missing.output]).toEqual([1, expect.stringContaining('Administrators: ada')]);
    expect((await run()).output).toContain('Usage: npm run admin -- reset-password');
  });
});
