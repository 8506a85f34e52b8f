// One secret of every type, created through the APIs, with the plaintext that must not appear in the database.
import { randomBytes } from 'node:crypto';
import type { ManagementApi } from './api.ts';
import { newApplication } from './applications.ts';
import { deviceGrant, startDevice } from './device-flow.ts';
import { openInteraction } from './interactions.ts';
import { codeFor } from './mailbox.ts';
import { identified, steps, totp } from './second-factors.ts';
import type { TestServer } from './server.ts';
import { newSetupLink } from './setup-links.ts';
import { demoApp, obtainCode, obtainTokens, password } from './sign-in.ts';
import { userImports } from './user-imports.ts';
import { newUser } from './users.ts';

const secretText = (name: string) => `${name}-${randomBytes(16).toString('hex')}`;

const expectOk = async <T>(answer: Promise<{ status: number; body: string }>): Promise<T> => {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${body}`);
  return (body ? JSON.parse(body) : undefined) as T;
};

/** Settings that contain an external credential. */
const createConfigured = async (api: ManagementApi) => {
  const [smtp, captcha] = [secretText('smtp'), secretText('captcha')];
  const [variable, header] = [secretText('variable'), secretText('header')];
  await expectOk(
    api.call('POST', '/connectors', {
      connectorId: 'simple-mail-transfer-protocol',
      config: {
        ...{ host: '127.0.0.1', port: 2525, fromEmail: 'shop@example.com' },
        auth: { type: 'login', user: 'shop', pass: smtp },
        templates: [
          ...['SignIn', 'Register', 'ForgotPassword', 'Generic'].map((usageType) => ({
            ...{ usageType, contentType: 'text/plain', subject: 'Code', content: '{{code}}' },
          })),
        ],
      },
    }),
  );
  const config = { type: 'Turnstile', siteKey: 'site', secretKey: captcha };
  await expectOk(api.call('PUT', '/captcha-provider', { config }));
  const script = 'const getCustomJwtClaims = async () => ({});';
  await expectOk(
    api.call('PUT', '/configs/jwt-customizer/client-credentials', {
      ...{ script, environmentVariables: { KEY: variable } },
    }),
  );
  const hook = await expectOk<{ signingKey: string }>(
    api.call('POST', '/hooks', {
      ...{ name: 'Shop', events: ['User.Created'] },
      config: { url: 'https://shop.example.com', headers: { authorization: header } },
    }),
  );
  return { smtp, captcha, variable, header, signingKey: hook.signingKey };
};

/** Credentials that callers present. */
const createPresented = async (server: TestServer, api: ManagementApi) => {
  const base = server.base('default');
  const { visitor, tokens } = await obtainTokens({ base, client: demoApp(base), username: 'ada', register: true });
  const { code } = await obtainCode({ base, client: demoApp(base), username: 'ada' });
  const { id: userId } = await newUser(api, { username: 'grace', password });
  const pat = await expectOk<{ value: string }>(
    api.call('POST', `/users/${userId}/personal-access-tokens`, { name: 'ci' }),
  );
  const link = await expectOk<{ token: string }>(
    api.call('POST', '/one-time-tokens', { email: 'link@example.com', expiresIn: 600 }),
  );
  const leave = await expectOk<{ subjectToken: string }>(api.call('POST', '/subject-tokens', { userId }));
  const extra = { one_time_token: link.token, login_hint: 'link@example.com' };
  const open = await openInteraction(base, demoApp(base), { extra });
  const cookie = (of: typeof visitor, name: string) => of.cookies().find((one) => one.name.endsWith(name))?.value ?? '';
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? '',
    code,
    session: cookie(visitor, '_session'),
    interaction: cookie(open.visitor, '_interaction'),
    pat: pat.value,
    oneTimeToken: link.token,
    subjectToken: leave.subjectToken,
  };
};

/** Credentials of companies and devices. */
const createDelegated = async (server: TestServer, api: ManagementApi) => {
  const company = { providerName: 'OIDC', connectorName: 'Company' };
  const { id } = await expectOk<{ id: string }>(api.call('POST', '/sso-connectors', company));
  await expectOk(api.call('PATCH', `/sso-connectors/${id}/scim`, { isEnabled: true }));
  const scim = await expectOk<{ value: string }>(
    api.call('POST', `/sso-connectors/${id}/scim/tokens`, { name: 'Directory' }),
  );
  const setup = await newSetupLink(server, api, id);
  const device = await newApplication(api, {
    ...{ type: 'Native', name: 'Television' },
    customClientMetadata: { grantTypes: ['refresh_token', deviceGrant] },
  });
  const { body } = await startDevice(server.base('default'), device);
  return {
    scimToken: scim.value,
    setupLink: setup.token,
    deviceCode: body.device_code,
    userCode: body.user_code.replaceAll('-', ''),
  };
};

/** A user's MFA factors: one set up, one pending. */
const factors = async (server: TestServer, api: ManagementApi) => {
  await expectOk(api.call('PATCH', '/sign-in-exp', { mfa: { factors: ['Totp', 'BackupCode'], policy: 'NoPrompt' } }));
  await newUser(api, { username: 'second', password });
  const interaction = await identified(server, { username: 'second' });
  const { newTotp, totp: verify, bind, newBackupCodes, submit } = steps(interaction);
  const { secret, verificationId } = await newTotp();
  await verify(totp(secret), verificationId);
  await expectOk(bind('Totp', verificationId));
  const backup = await newBackupCodes();
  await expectOk(bind('BackupCode', backup.verificationId));
  await expectOk(submit());
  await newUser(api, { username: 'pending', password });
  const pending = await steps(await identified(server, { username: 'pending' })).newTotp();
  return { totp: secret, backupCode: backup.codes[0] ?? '', pendingTotp: pending.secret };
};

const createUploaded = async (server: TestServer, api: ManagementApi) => {
  const secret = secretText('file');
  const { run } = userImports({ origin: server.origin, token: api.token });
  const done = await run(`username,name\nimported,${secret}\n`, { query: { dryRun: 'true' } });
  if (done.status !== 'checked') throw new Error(JSON.stringify(done));
  return secret;
};

export const everythingSecret = async (server: TestServer, api: ManagementApi): Promise<Record<string, string>> => {
  const { clientSecret } = await newApplication(api, { type: 'Traditional' });
  await expectOk(api.call('POST', '/verification-codes', { email: 'coded@example.com' }));
  const sentCode = await codeFor(api, 'coded@example.com');
  const upload = await createUploaded(server, api);
  const all = {
    clientSecret,
    sentCode,
    upload,
    ...(await createPresented(server, api)),
    ...(await createDelegated(server, api)),
    ...(await factors(server, api)),
  };
  // Last, because from now on messages are sent instead of captured.
  return { ...all, ...(await createConfigured(api)) };
};
