// CAPTCHA: provider settings, and where a token is required.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type CaptchaPeer, captchaSecret, captchaSiteKey, startCaptchaPeer } from '../harness/captcha-peer.ts';
import { openInteraction, outcome } from '../harness/interactions.ts';
import { codeFor } from '../harness/mailbox.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, password } from '../harness/sign-in.ts';
import { openedSecret } from '../harness/stored-secrets.ts';
import { newVisitor } from '../harness/visitor.ts';

const turnstile = { type: 'Turnstile', siteKey: captchaSiteKey, secretKey: captchaSecret };
const recaptcha = { ...turnstile, type: 'RecaptchaEnterprise', projectId: 'a project' };

describe('captcha', () => {
  let server: TestServer;
  let api: ManagementApi;
  let peer: CaptchaPeer;
  beforeAll(async () => {
    peer = await startCaptchaPeer();
    server = await useServer({ env: peer.env });
    api = await managementApi(server);
    const method = { password: true, verificationCode: true, isPasswordPrimary: true };
    await api.call('PATCH', '/sign-in-exp', {
      signIn: {
        methods: [
          { identifier: 'username', ...method, verificationCode: false },
          { identifier: 'email', ...method },
        ],
      },
    });
  });
  afterAll(() => peer.stop());

  const save = (config: object) => api.call('PUT', '/captcha-provider', { config });
  const enable = (enabled: boolean) => api.call('PATCH', '/sign-in-exp', { captchaPolicy: { enabled } });
  const readShown = async () =>
    (await newVisitor().get(`${server.origin}/api/.well-known/sign-in-exp`)).json() as Record<string, unknown>;
  const begin = async (interactionEvent: string, captchaToken?: string) => {
    const interaction = await openInteraction(server.origin, demoApp(server.origin));
    const started = await interaction.call('PUT', '', { interactionEvent, ...(captchaToken && { captchaToken }) });
    return { ...interaction, started };
  };

  describe('provider', () => {
    it('is saved, changed and replaced without exposing its secret', async () => {
      expect(outcome(await api.call('GET', '/captcha-provider'))).toEqual([404, 'entity.not_found']);
      expect(outcome(await api.call('DELETE', '/captcha-provider'))).toEqual([404, 'entity.not_found']);
      const saved = await save(turnstile);
      expect([saved.status, saved.json()]).toMatchObject([200, { config: { ...turnstile, secretKey: '******' } }]);
      const read = await api.call('GET', '/captcha-provider');
      expect(read.body).not.toContain(captchaSecret);
      // The mask keeps the stored secret.
      expect((await save({ ...turnstile, siteKey: 'another', secretKey: '******' })).status).toBe(200);
      const readStored = async () => {
        const [row] = await server.query<{ config: object }>(
          `select config from captcha_providers where tenant_id = 'default'`,
        );
        return openedSecret(server, 'captcha_providers.config', row?.config);
      };
      expect(await readStored()).toEqual({ ...turnstile, siteKey: 'another' });
      expect(outcome(await save({ ...recaptcha, secretKey: '******' }))).toEqual([400, 'guard.invalid_input']);
      expect((await save(recaptcha)).status).toBe(200);
      expect(await readStored()).toEqual(recaptcha);
      const records = await server.query(`select before, after from change_records where entity = 'captchaProviders'`);
      expect(records.length).toBeGreaterThan(2);
      expect(JSON.stringify(records)).not.toContain(captchaSecret);
    });

    it('rejects invalid configurations', async () => {
      for (const config of [
        {},
        { type: 'Abacus', siteKey: 'x', secretKey: 'y' },
        { ...turnstile, siteKey: '' },
        { type: 'Turnstile', siteKey: 'x' },
        { ...recaptcha, projectId: undefined },
      ]) {
        expect(outcome(await save(config)), JSON.stringify(config)).toEqual([400, 'guard.invalid_input']);
      }
    });

    it("applies only when enabled, and then allows the provider's script", async () => {
      await save(turnstile);
      const page = async () => (await newVisitor().get(`${server.origin}/unknown-session`)).headers;
      expect(await readShown()).not.toHaveProperty('captchaConfig');
      expect((await page()).get('content-security-policy')).not.toContain(peer.url);
      await enable(true);
      const captchaConfig = { type: 'Turnstile', siteKey: captchaSiteKey, scriptOrigin: peer.url };
      expect(await readShown()).toMatchObject({ captchaConfig });
      const policy = (await page()).get('content-security-policy') ?? '';
      expect(policy).toMatch(new RegExp(`script-src [^;]*${peer.url}`));
      expect(policy).toContain(`frame-src ${peer.url}`);
      expect(JSON.stringify(await readShown())).not.toContain(captchaSecret);
    });

    it('removing it disables CAPTCHA', async () => {
      await save(turnstile);
      await enable(true);
      expect((await api.call('DELETE', '/captcha-provider')).status).toBe(204);
      expect((await api.call('GET', '/sign-in-exp')).json()).toMatchObject({ captchaPolicy: { enabled: false } });
      // Enabled without a provider, CAPTCHA is not required.
      await enable(true);
      expect(await readShown()).not.toHaveProperty('captchaConfig');
      expect(outcome((await begin('SignIn', 'whatever')).started)).toEqual([422, 'session.captcha_failed']);
    });
  });

  describe.each([
    ['Turnstile', turnstile],
    ['RecaptchaEnterprise', recaptcha],
  ])('%s', (type, config) => {
    beforeAll(async () => {
      await save(config);
      await enable(true);
    });

    it('verifies a token, which counts once', async () => {
      const token = peer.renew();
      expect((await begin('SignIn', token)).started.status).toBe(204);
      const { url, body } = peer.state.asked.at(-1) ?? { url: '', body: {} };
      if (type === 'Turnstile') {
        expect(body).toEqual({
          secret: captchaSecret,
          response: token,
          remoteip: expect.stringMatching(/127\.0\.0\.1|::1/),
        });
      } else {
        expect(url).toMatch(/^\/v1\/projects\/a%20project\/assessments\?key=/);
        expect(body).toMatchObject({ event: { token, siteKey: captchaSiteKey, expectedAction: 'interaction' } });
      }
      expect(outcome((await begin('SignIn', token)).started)).toEqual([422, 'session.captcha_failed']);
      expect(outcome((await begin('SignIn', 'a bad token')).started)).toEqual([422, 'session.captcha_failed']);
    });

    it('is required before registration and sign-in', async () => {
      const username = `person_${type}`;
      const register = async (token?: string) => {
        const { call } = await begin('Register', token);
        await call('POST', '/profile', { type: 'username', value: username });
        await call('POST', '/profile', { type: 'password', value: password });
        return { call, identified: outcome(await call('POST', '/identification', {})) };
      };
      expect((await register()).identified).toEqual([422, 'session.captcha_required']);
      const { call, identified } = await register(peer.renew());
      expect(identified).toEqual([201]);
      expect((await call('GET', '/interaction')).json()).toMatchObject({ captcha: { verified: true } });
      expect(outcome(await call('POST', '/submit'))).toEqual([200]);

      const signIn = async (token?: string) => {
        const interaction = await begin('SignIn', token);
        const verificationId = await interaction.verifyPassword(username, password);
        expect(outcome(await interaction.call('POST', '/identification', { verificationId }))).toEqual([204]);
        return outcome(await interaction.call('POST', '/submit'));
      };
      expect(await signIn()).toEqual([422, 'session.captcha_required']);
      expect(await signIn(peer.renew())).toEqual([200]);
    });

    it('is required before codes are sent to unknown users', async () => {
      const to = `ada@${type}.example.com`.toLowerCase();
      const send = async (event: string, token?: string) => {
        const { call } = await begin(event, token);
        const body = { identifier: { type: 'email', value: to }, interactionEvent: event };
        return outcome(await call('POST', '/verification/verification-code', body));
      };
      for (const event of ['SignIn', 'Register', 'ForgotPassword']) {
        expect(await send(event)).toEqual([422, 'session.captcha_required']);
      }
      expect(await send('ForgotPassword', peer.renew())).toEqual([200]);
      expect(await codeFor(api, to)).toMatch(/^\d{6}$/);
    });
  });

  it('a user with a low reCAPTCHA score is rejected', async () => {
    await save(recaptcha);
    await enable(true);
    for (const [score, expected] of [
      [0.5, [204]],
      [0.49, [422, 'session.captcha_failed']],
    ] as const) {
      peer.state.score = score;
      expect(outcome((await begin('SignIn', peer.renew())).started)).toEqual(expected);
    }
    peer.state.score = 0.9;
  });

  it('a new attempt needs a new token', async () => {
    await save(turnstile);
    await enable(true);
    const { call, started } = await begin('SignIn', peer.renew());
    expect(started.status).toBe(204);
    await call('PUT', '', { interactionEvent: 'SignIn' });
    const body = { identifier: { type: 'email', value: 'eve@example.com' }, interactionEvent: 'SignIn' };
    expect(outcome(await call('POST', '/verification/verification-code', body))).toEqual([
      422,
      'session.captcha_required',
    ]);
    // Another event in the same attempt needs no token.
    const other = await begin('SignIn', peer.renew());
    await other.call('PUT', '/interaction-event', { interactionEvent: 'Register' });
    expect(outcome(await other.call('POST', '/verification/verification-code', body))).toEqual([200]);
  });

  it('an unreachable provider rejects everyone', async () => {
    const away = await startCaptchaPeer();
    const alone = await useServer({ env: away.env });
    await away.stop();
    const management = await managementApi(alone);
    await management.call('PUT', '/captcha-provider', { config: turnstile });
    await management.call('PATCH', '/sign-in-exp', { captchaPolicy: { enabled: true } });
    const { call } = await openInteraction(alone.origin, demoApp(alone.origin));
    const started = await call('PUT', '', { interactionEvent: 'SignIn', captchaToken: 'any' });
    expect(outcome(started)).toEqual([422, 'session.captcha_failed']);
  });
});
