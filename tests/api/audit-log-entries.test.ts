// Audit log entries of a sign-in, and values that must never appear there.
import { describe, expect, it } from 'vitest';
import { machineCredentials, managementApi, managementResource } from '../harness/api.ts';
import { auditLog, type LogEntry } from '../harness/audit-log.ts';
import { openInteraction } from '../harness/interactions.ts';
import { useServer } from '../harness/server.ts';
import { demoApp, obtainTokens, password, tokenRequest } from '../harness/sign-in.ts';
import { newVisitor } from '../harness/visitor.ts';

describe('audit log', async () => {
  const server = await useServer();
  const base = server.base('default');
  const visitor = newVisitor({ 'user-agent': 'A browser of the test' });
  const keysOf = (entries: LogEntry[]) => entries.map(({ key }) => key);

  it('records every step of a registration', async () => {
    const { tokens } = await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true, visitor });
    const entries = await auditLog(server, 'default', (all) =>
      keysOf(all).includes('ExchangeTokenBy.AuthorizationCode'),
    );
    const [user] = await server.query<{ id: string }>(`select id from users where username = 'ada'`);
    expect(new Set(keysOf(entries))).toEqual(
      new Set([
        'Interaction.Create',
        'Interaction.Register.Create',
        'Interaction.Register.Profile.Create',
        // The breached-password service is unreachable here, which must not block registration.
        'PasswordBreachCheck',
        'Interaction.Register.Identifier.Submit',
        'Interaction.Register.Submit',
        'Interaction.End',
        'ExchangeTokenBy.AuthorizationCode',
      ]),
    );
    for (const { key, payload } of entries) {
      const result = key === 'PasswordBreachCheck' ? 'Error' : 'Success';
      expect(payload).toMatchObject({ result, ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) });
    }
    const of = (key: string) => entries.find((entry) => entry.key === key)?.payload;
    expect(of('Interaction.Create')).toMatchObject({ applicationId: 'demo-app', prompt: 'login' });
    expect(of('Interaction.Register.Submit')).toMatchObject({
      applicationId: 'demo-app',
      userId: user?.id,
      userAgent: 'A browser of the test',
    });
    expect(of('ExchangeTokenBy.AuthorizationCode')).toMatchObject({
      applicationId: 'demo-app',
      userId: user?.id,
      sessionId: expect.any(String),
      tokenTypes: ['AccessToken', 'RefreshToken', 'IdToken'],
      scope: tokens.scope,
    });
  });

  it('A51 never contains a password, code or token', async () => {
    const { call } = await openInteraction(base, demoApp(base));
    const guess = 'This guess must not be kept 9';
    await call('PUT', '', { interactionEvent: 'SignIn' });
    await call('POST', '/verification/password', { identifier: { type: 'username', value: 'ada' }, password: guess });
    const { tokens } = await obtainTokens({ base, client: demoApp(base), username: 'ada' });
    const next = await tokenRequest(base, demoApp(base), {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
    });
    await tokenRequest(base, demoApp(base), {
      grant_type: 'authorization_code',
      code: 'a-code-that-was-never-issued',
      redirect_uri: demoApp(base).redirectUri,
      code_verifier: 'a-verifier-that-is-long-enough-for-the-provider-to-look-at',
    });
    await managementApi(server);
    const entries = await auditLog(server, 'default', (all) =>
      all.some(({ key, payload }) => key === 'ExchangeTokenBy.AuthorizationCode' && payload.result === 'Error'),
    );
    expect(keysOf(entries)).toContain('ExchangeTokenBy.RefreshToken');
    const wrong = entries.find(({ key }) => key === 'Interaction.SignIn.Verification.Password.Submit');
    expect(wrong?.payload).toMatchObject({
      result: 'Error',
      params: { identifier: { type: 'username', value: 'ada' } },
      error: { code: 'session.invalid_credentials' },
    });
    const failed = entries.find(({ key, payload }) => /AuthorizationCode$/.test(key) && payload.result === 'Error');
    expect(failed?.payload).toMatchObject({ params: { code: '******', code_verifier: '******' } });

    const machine = await auditLog(server, 'admin', (all) => all.length > 0);
    expect(machine[0]).toMatchObject({
      key: 'ExchangeTokenBy.ClientCredentials',
      payload: {
        ...{ result: 'Success', applicationId: 'm-default', applicationSecret: { name: 'Default secret' } },
        audience: managementResource('default'),
      },
    });
    const { clientSecret } = await machineCredentials(server);
    const kept = JSON.stringify([...entries, ...machine]);
    const secrets = [
      guess,
      password,
      tokens.access_token,
      tokens.refresh_token,
      tokens.id_token,
      next.body.access_token,
    ];
    for (const value of [...secrets, next.body.refresh_token, clientSecret, 'a-code-that', 'a-verifier-that']) {
      expect(value).toBeTruthy();
      expect(kept).not.toContain(value);
    }
  });
});
