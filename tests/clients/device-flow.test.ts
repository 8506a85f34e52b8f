// The device flow (RFC 8628) with openid-client as the device, and the pages as a browser sees them.
import * as oidc from 'openid-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { auditLog, type LogEntry } from '../harness/audit-log.ts';
import { deviceForms, deviceGrant, devicePage, pollDevice, startDevice } from '../harness/device-flow.ts';
import { people, setMfa, totp, totpFactor, totpSecret } from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, experience, obtainCode } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

describe('device flow', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let television: Application;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
    television = await newTelevision();
  });
  const newTelevision = () =>
    newApplication(api, {
      ...{ type: 'Native', name: 'Television' },
      customClientMetadata: { grantTypes: ['refresh_token', deviceGrant] },
    });

  /** Confirms the code and signs in; returns the last page. */
  const approve = async (visitor: Visitor, userCode: string) => {
    const forms = deviceForms(visitor, base);
    const { xsrf } = await forms.type(userCode);
    const confirmed = await forms.confirm(xsrf, userCode);
    expect(confirmed.headers.get('location')).toContain('/sign-in?');
    await visitor.follow(confirmed.headers.get('location') ?? '');
    return visitor.follow(await experience(visitor, base).signIn('ada'));
  };

  it('signs a device in, as openid-client expects it', async () => {
    const config = await oidc.discovery(new URL(`${base}/oidc`), television.clientId, undefined, oidc.None(), {
      execute: [oidc.allowInsecureRequests],
    });
    const started = await oidc.initiateDeviceAuthorization(config, { scope: 'openid offline_access profile' });
    expect(started.verification_uri).toBe(`${base}/oidc/device`);
    expect(started.verification_uri_complete).toBe(`${base}/oidc/device?user_code=${started.user_code}`);
    const { url, answer } = await approve(newVisitor(), started.user_code);
    expect(url).toContain('/oidc/device/');
    expect(devicePage(answer ?? { body: '' }).step).toBe('done');
    const tokens = await oidc.pollDeviceAuthorizationGrant(config, { ...started, interval: 0.1 });
    expect(tokens.claims()).toMatchObject({ aud: television.clientId, username: 'ada' });
    const userinfo = await oidc.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
    expect(userinfo.username).toBe('ada');
    const refreshed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(refreshed.claims()?.sub).toBe(userinfo.sub);
    await expect(oidc.pollDeviceAuthorizationGrant(config, { ...started, interval: 0.1 })).rejects.toThrow();
  });

  it('waits without a log entry, and then records who signed in', async () => {
    const printer = await newTelevision();
    const { body } = await startDevice(base, printer);
    const waiting = await pollDevice(base, printer, body.device_code);
    expect([waiting.status, waiting.body.error]).toEqual([400, 'authorization_pending']);
    await approve(newVisitor(), body.user_code);
    expect((await pollDevice(base, printer, body.device_code)).status).toBe(200);
    const isOurs = ({ key, payload }: LogEntry) =>
      key === 'ExchangeTokenBy.DeviceCode' && payload.applicationId === printer.id;
    const entries = (await auditLog(server, 'default', (all) => all.some(isOurs))).filter(isOurs);
    expect(entries.map(({ payload }) => [payload.result, typeof payload.userId])).toEqual([['Success', 'string']]);
  });

  it('a code in the link is typed for the user, who still has to confirm it', async () => {
    const { body } = await startDevice(base, television);
    const page = await newVisitor().get(body.verification_uri_complete, { accept: 'text/html' });
    expect(page.body).toContain(`name="user_code" value="${body.user_code}"`);
    expect(page.headers.get('content-security-policy')).toMatch(/script-src [^;]*'sha256-/);
    expect((await pollDevice(base, television, body.device_code)).body.error).toBe('authorization_pending');
  });

  it('says what is wrong with a code, and keeps it', async () => {
    const forms = deviceForms(newVisitor(), base);
    expect(await forms.type('')).toMatchObject({ step: 'code', problem: 'missing' });
    expect(await forms.type('BBBB-BBBB')).toMatchObject({ step: 'code', problem: 'unknown', userCode: 'BBBB-BBBB' });
    const { body } = await startDevice(base, television);
    await approve(newVisitor(), body.user_code);
    expect(await forms.type(body.user_code)).toMatchObject({ step: 'code', problem: 'used' });
    // As users type it.
    const { body: other } = await startDevice(base, television);
    const typed = other.user_code.toLowerCase().replace('-', ' ');
    expect(await forms.type(typed)).toMatchObject({ step: 'confirm', userCode: other.user_code });
  });

  it('a device learns that the user canceled', async () => {
    const { body } = await startDevice(base, television);
    const forms = deviceForms(newVisitor(), base);
    const { xsrf } = await forms.type(body.user_code);
    const canceled = await forms.send({ xsrf, user_code: body.user_code, abort: 'yes' });
    expect(devicePage(canceled).step).toBe('cancelled');
    expect((await pollDevice(base, television, body.device_code)).body.error).toBe('access_denied');
  });

  it('a third-party device needs consent, and learns about a refusal', async () => {
    const shop = await newApplication(api, {
      ...{ type: 'Traditional', isThirdParty: true },
      customClientMetadata: { grantTypes: ['authorization_code', deviceGrant] },
    });
    for (const decision of ['POST', 'DELETE']) {
      const { body } = await startDevice(base, shop, 'openid');
      const visitor = newVisitor();
      const { url } = await approve(visitor, body.user_code);
      expect(url).toBe(`${base}/consent`);
      const asked = await visitor.send('GET', `${base}/api/interaction/consent`);
      expect(asked.json()).toMatchObject({ isDevice: true, redirectUri: `${base}/oidc/device` });
      const answered = await visitor.send(decision, `${base}/api/interaction/consent`, { json: {} });
      expect(answered.status, answered.body).toBe(200);
      const { redirectTo } = answered.json() as { redirectTo: string };
      const last = await visitor.follow(redirectTo);
      expect(devicePage(last.answer ?? { body: '' }).step).toBe(decision === 'POST' ? 'done' : 'cancelled');
      const { status, body: tokens } = await pollDevice(base, shop, body.device_code);
      expect([status, tokens.error]).toEqual(decision === 'POST' ? [200, undefined] : [400, 'access_denied']);
    }
  });

  it('users verify their second factor, too', async () => {
    const secret = totpSecret();
    const { username } = await (await people(server))({ factors: [totpFactor(secret)] });
    await setMfa(api, { factors: ['Totp'], policy: 'NoPrompt' });
    const { body } = await startDevice(base, television);
    const visitor = newVisitor();
    const forms = deviceForms(visitor, base);
    const confirmed = await forms.confirm((await forms.type(body.user_code)).xsrf, body.user_code);
    await visitor.follow(confirmed.headers.get('location') ?? '');
    const { signIn, step, submit } = experience(visitor, base);
    await expect(signIn(username)).rejects.toThrow('session.mfa.require_mfa_verification');
    expect((await pollDevice(base, television, body.device_code)).body.error).toBe('authorization_pending');
    await step('POST', '/verification/totp/verify', { code: totp(secret) });
    const { answer } = await visitor.follow(await submit());
    expect(devicePage(answer ?? { body: '' }).step).toBe('done');
    expect((await pollDevice(base, television, body.device_code)).status).toBe(200);
  });

  it('only grants that are allowed can be used', async () => {
    const spa = { type: 'SPA', name: 'Page', customClientMetadata: { grantTypes: [deviceGrant] } };
    const refused = await api.call('POST', '/applications', spa);
    expect([refused.status, (refused.json() as { code: string }).code]).toEqual([400, 'guard.invalid_input']);
    expect(refused.body).toContain('not available for applications of this type');
    const plain = await newApplication(api, { type: 'Native' });
    expect((await startDevice(base, plain)).status).toBe(400);
    const query = new URLSearchParams({ client_id: television.clientId, response_type: 'code', scope: 'openid' });
    const page = await newVisitor().get(`${base}/oidc/auth?${query}&redirect_uri=${television.redirectUri}`);
    expect(page.headers.get('location')).toContain('response_type+is+not+allowed');
  });
});
