// Device codes that two users decide about, that come from another page, or that are redeemed by another application.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
import { auditLog, type LogEntry } from '../harness/audit-log.ts';
import { deviceForms, deviceGrant, pollDevice, startDevice } from '../harness/device-flow.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { demoApp, experience, obtainCode } from '../harness/sign-in.ts';
import { newVisitor, type Visitor } from '../harness/visitor.ts';

describe('device codes', () => {
  let server: TestServer;
  let api: ManagementApi;
  let base: string;
  let television: Application;
  const customClientMetadata = { grantTypes: ['refresh_token', deviceGrant] };
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    base = server.base('default');
    await obtainCode({ base, client: demoApp(base), username: 'ada', register: true });
    television = await newApplication(api, { type: 'Native', customClientMetadata });
  });
  const start = async () => (await startDevice(base, television)).body;

  /** At the sign-in page, after the confirmation. */
  const confirmed = async (visitor: Visitor, userCode: string) => {
    const forms = deviceForms(visitor, base);
    const { xsrf } = await forms.type(userCode);
    const answer = await forms.confirm(xsrf, userCode);
    const location = answer.headers.get('location');
    if (location) await visitor.follow(location);
    return answer;
  };

  it('R85 of several browsers that confirm a code at the same moment, one continues', async () => {
    const { user_code: code, device_code } = await start();
    const browsers = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const forms = deviceForms(newVisitor(), base);
        return { forms, xsrf: (await forms.type(code)).xsrf };
      }),
    );
    const answers = await Promise.all(browsers.map(({ forms, xsrf }) => forms.confirm(xsrf, code)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect((await pollDevice(base, television, device_code)).body.error).toBe('authorization_pending');
  });

  it('R85 a code is confirmed only by the page that showed it', async () => {
    const { user_code: code, device_code } = await start();
    const visitor = newVisitor();
    await deviceForms(visitor, base).type(code);
    for (const other of [visitor, newVisitor()]) {
      const answer = await other.send('POST', `${base}/oidc/device`, {
        ...{ form: { user_code: code, confirm: 'yes', xsrf: 'guessed' }, headers: { accept: 'text/html' } },
      });
      // Begins again, with a new form.
      expect(answer.headers.get('location')).toBe(
        `${base}/oidc/device${other === visitor ? `?user_code=${code}` : ''}`,
      );
    }
    expect((await pollDevice(base, television, device_code)).body.error).toBe('authorization_pending');
  });

  it('R85 a confirmed code is resumed only in the browser that signed in', async () => {
    const { user_code: code, device_code } = await start();
    const visitor = newVisitor();
    await confirmed(visitor, code);
    const resume = await experience(visitor, base).signIn('ada');
    const elsewhere = await newVisitor().get(resume, { accept: 'text/html' });
    expect(elsewhere.status).toBe(400);
    expect((await pollDevice(base, television, device_code)).body.error).toBe('authorization_pending');
    await visitor.follow(resume);
    expect((await pollDevice(base, television, device_code)).status).toBe(200);
  });

  it('R85 a code belongs to the application that asked for it, and is redeemed once', async () => {
    const { user_code: code, device_code } = await start();
    const visitor = newVisitor();
    await confirmed(visitor, code);
    await visitor.follow(await experience(visitor, base).signIn('ada'));
    const other = await newApplication(api, { type: 'Native', customClientMetadata });
    expect((await pollDevice(base, other, device_code)).body.error).toBe('invalid_grant');
    const answers = await Promise.all(Array.from({ length: 5 }, () => pollDevice(base, television, device_code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('R85 an application that loses the grant gets nothing for a code from before', async () => {
    const lost = await newApplication(api, { type: 'Native', customClientMetadata });
    const { body } = await startDevice(base, lost);
    const visitor = newVisitor();
    await confirmed(visitor, body.user_code);
    const patch = { customClientMetadata: { grantTypes: ['authorization_code'] } };
    expect((await api.call('PATCH', `/applications/${lost.id}`, patch)).status).toBe(200);
    const resumed = await visitor.follow(await experience(visitor, base).signIn('ada'));
    expect(resumed.answer?.status).toBe(400);
    expect((await pollDevice(base, lost, body.device_code)).status).toBe(400);
  });

  it('R85 a browser without cookies is asked again, and not in circles', async () => {
    const { user_code: code } = await start();
    const form = { user_code: code, xsrf: 'of a lost session' };
    const answer = await newVisitor().send('POST', `${base}/oidc/device`, { form, headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${base}/oidc/device`]);
  });

  it('R85 an expired code is refused as expired, to the device and to the user', async () => {
    const { user_code: code, device_code } = await start();
    const forms = deviceForms(newVisitor(), base);
    await forms.open();
    await server.query(
      `update oidc_model_instances set payload = payload || '{"exp":1}' where model_name = 'DeviceCode'`,
    );
    expect((await pollDevice(base, television, device_code)).body.error).toBe('expired_token');
    expect(await forms.type(code)).toMatchObject({ step: 'code', problem: 'expired', userCode: code });
  });

  it('R85 neither the database nor the audit log has a device code or a user code in the clear', async () => {
    const { user_code: code, device_code } = await start();
    await confirmed(newVisitor(), code);
    const confidential = await newApplication(api, { type: 'Traditional', customClientMetadata });
    const wrong = { ...confidential, clientSecret: 'wrong' };
    expect((await pollDevice(base, wrong, device_code)).body.error).toBe('invalid_client');
    const isIt = ({ key, payload }: LogEntry) => key === 'ExchangeTokenBy.DeviceCode' && payload.result === 'Error';
    const entries = await auditLog(server, 'default', (all) => all.some(isIt));
    const rows = await server.query<{ text: string }>('select to_jsonb(m)::text as text from oidc_model_instances m');
    const all = JSON.stringify([rows, entries]);
    for (const secret of [device_code, code, code.replace('-', '')]) expect(all).not.toContain(secret);
  });

  it('R85 the address of the device endpoint has one spelling, which is limited', async () => {
    for (const path of ['/device/AUTH', '/device/Auth', '/DEVICE/auth', '/device/auth/']) {
      const answer = await fetch(`${base}/oidc${path}`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'x' }),
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it('R85 decisions are recorded with the user who made them', async () => {
    const { user_code: code } = await start();
    const visitor = newVisitor();
    await confirmed(visitor, code);
    await visitor.follow(await experience(visitor, base).signIn('ada'));
    const second = await start();
    const forms = deviceForms(visitor, base);
    const page = await forms.type(second.user_code);
    expect(page).toMatchObject({ step: 'confirm', account: 'ada' });
    await forms.send({ xsrf: page.xsrf, user_code: second.user_code, abort: 'yes' });
    const ofDevices = ({ key, payload }: LogEntry) =>
      key.startsWith('Device.') && payload.applicationId === television.id && typeof payload.userId === 'string';
    const isRefused = ({ key }: LogEntry) => key === 'Device.Refuse';
    const entries = (await auditLog(server, 'default', (all) => all.filter(ofDevices).some(isRefused))).filter(
      ofDevices,
    );
    expect(entries.slice(-2).map(({ key }) => key)).toEqual(['Device.Approve', 'Device.Refuse']);
  });
});
