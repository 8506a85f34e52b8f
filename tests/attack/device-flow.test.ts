// Device codes that two users decide about, that come from another page, or that are redeemed by another application.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type Application, newApplication } from '../harness/applications.ts';
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
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${base}/oidc/device?user_code=${code}`]);
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

  it('R85 nothing in the database redeems or confirms a code', async () => {
    const { user_code: code, device_code } = await start();
    await confirmed(newVisitor(), code);
    const rows = await server.query<{ text: string }>(
      'select oidc_model_instances::text as text from oidc_model_instances',
    );
    const all = rows.map(({ text }) => text).join();
    for (const secret of [device_code, code, code.replace('-', '')]) expect(all).not.toContain(secret);
  });
});
