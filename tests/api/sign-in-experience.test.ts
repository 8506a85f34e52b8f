// The sign-in experience: in the Management API and in its public form.
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { outcome } from '../harness/interactions.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { newVisitor } from '../harness/visitor.ts';

const method = { identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true };

describe('sign-in experience', () => {
  let server: TestServer;
  let api: ManagementApi;
  beforeAll(async () => {
    server = await useServer({ env: { MAILBOX: 'off' } });
    api = await managementApi(server);
  });
  const patch = (body: object) => api.call('PATCH', '/sign-in-exp', body);
  const readShown = (path: string, headers: Record<string, string> = {}, tenant = 'default') =>
    newVisitor(headers).get(`${server.base(tenant)}/api/.well-known/${path}`);

  it('starts with the defaults', async () => {
    expect((await api.call('GET', '/sign-in-exp')).json()).toMatchObject({
      tenantId: 'default',
      id: 'default',
      color: { primaryColor: '#6139F6', isDarkModeEnabled: false, darkPrimaryColor: '#8768F8' },
      languageInfo: { autoDetect: true, fallbackLanguage: 'en' },
      signIn: { methods: [method] },
      signUp: { identifiers: ['username'], password: true, verify: false },
      signInMode: 'SignInAndRegister',
      mfa: { factors: [], policy: 'UserControlled' },
    });
    const admin = (await readShown('sign-in-exp', {}, 'admin')).json();
    expect(admin).toMatchObject({ tenantId: 'admin', signInMode: 'Register', color: { isDarkModeEnabled: true } });
  });

  it('publishes a change immediately', async () => {
    await readShown('sign-in-exp');
    const color = { primaryColor: '#123456', isDarkModeEnabled: true, darkPrimaryColor: '#abcdef' };
    const changed = await patch({
      color,
      branding: { logoUrl: 'https://cdn.example/logo.svg' },
      termsOfUseUrl: 'https://a.example/terms',
    });
    expect([changed.status, changed.json()]).toMatchObject([200, { color }]);
    const answer = await readShown('sign-in-exp');
    expect(answer.json()).toMatchObject({ color, branding: { logoUrl: 'https://cdn.example/logo.svg' } });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=5');
    const customContent = { '/sign-in': '<p style="color: red">Beside it</p>', '/mfa-binding/Totp': '' };
    expect((await patch({ customContent })).json()).toMatchObject({ customContent });
    expect((await readShown('sign-in-exp')).json()).toMatchObject({ customContent });
    for (const refused of [{ 'sign-in': '' }, { '/sign-in?x': '' }, { '/register': 'x'.repeat(65_537) }]) {
      expect(outcome(await patch({ customContent: refused }))).toEqual([400, 'guard.invalid_input']);
    }
    expect((await patch({ customContent: {} })).json()).toMatchObject({ customContent: {} });
    const appearance = {
      layout: 'SplitStart',
      cornerRadius: 0,
      footerLinks: [{ label: 'Imprint', url: 'https://a.example/imprint' }],
      isSignatureShown: false,
    };
    expect((await patch({ appearance })).json()).toMatchObject({ appearance });
    expect((await readShown('sign-in-exp')).json()).toMatchObject({ appearance });
    expect((await patch({ appearance: {} })).json()).toMatchObject({ appearance: {} });
    const emptied = await patch({ termsOfUseUrl: '', branding: {} });
    expect(emptied.json()).toMatchObject({ termsOfUseUrl: null, branding: {} });
  });

  it('keeps social targets in order, without those that have no connector', async () => {
    const connector = (id: string, target: string) =>
      server.query(
        `insert into connectors (tenant_id, id, type, connector_id, target) values ('default', $1, 'Social', $1, $2)`,
        [id, target],
      );
    await connector('one', 'github');
    await connector('two', 'google');
    const changed = await patch({
      socialSignInConnectorTargets: ['google', 'nowhere', 'github', 'google'],
      socialSignIn: { automaticAccountLinking: true },
      singleSignOnEnabled: true,
    });
    expect([changed.status, changed.json()]).toMatchObject([
      200,
      {
        socialSignInConnectorTargets: ['google', 'github'],
        socialSignIn: { automaticAccountLinking: true },
        singleSignOnEnabled: true,
      },
    ]);
    expect((await patch({ socialSignInConnectorTargets: [], singleSignOnEnabled: false })).status).toBe(200);
    await server.query(`delete from connectors where tenant_id = 'default'`);
  });

  it('keeps what a change does not include', async () => {
    const before = (await api.call('GET', '/sign-in-exp')).json() as object;
    expect((await patch({ supportEmail: 'help@example.com' })).json()).toEqual({
      ...before,
      supportEmail: 'help@example.com',
    });
  });

  // biome-ignore format: one line each
  const refused: [string, object, string][] = [
    ['a way to sign in without any factor', { signIn: { methods: [{ ...method, password: false }] } }, 'sign_in_experiences.at_least_one_authentication_factor'],
    ['settings without a way to sign in', { signIn: { methods: [] } }, 'sign_in_experiences.no_sign_in_method'],
    ['a layout that does not exist', { appearance: { layout: 'Circle' } }, 'guard.invalid_input'],
    ['a logo that is too high', { appearance: { logoHeight: 65 } }, 'guard.invalid_input'],
    ['a footer link that is a script', { appearance: { footerLinks: [{ label: 'x', url: 'javascript:alert(1)' }] } }, 'guard.invalid_input'],
    ['codes without a connector', { signIn: { methods: [{ ...method, identifier: 'email', verificationCode: true }] } }, 'sign_in_experiences.enabled_connector_not_found'],
    ['registration by email without a connector', { signUp: { identifiers: ['email'], password: true, verify: true } }, 'sign_in_experiences.enabled_connector_not_found'],
    ['second factors by email without a connector', { mfa: { factors: ['EmailVerificationCode'], policy: 'NoPrompt' } }, 'sign_in_experiences.enabled_connector_not_found'],
    ['second factors by phone without a connector', { mfa: { factors: ['PhoneVerificationCode'], policy: 'NoPrompt' } }, 'sign_in_experiences.enabled_connector_not_found'],
    ['an identifier twice', { signUp: { identifiers: ['username', 'username'], password: true, verify: false } }, 'sign_in_experiences.duplicated_sign_up_identifiers'],
    ['a language that is not spoken', { languageInfo: { autoDetect: true, fallbackLanguage: 'xx' } }, 'sign_in_experiences.unsupported_default_language'],
    ['an entry of the blocklist that is no address', { emailBlocklistPolicy: { customBlocklist: ['@fine.example', 'example.org'] } }, 'sign_in_experiences.invalid_custom_email_blocklist_format'],
    ['throw-away addresses outside the cloud', { emailBlocklistPolicy: { blockDisposableAddresses: true } }, 'request.invalid_input'],
    ['a color that is none', { color: { primaryColor: 'red', isDarkModeEnabled: true, darkPrimaryColor: '#000' } }, 'guard.invalid_input'],
    ['a script as link', { termsOfUseUrl: 'javascript:alert(1)' }, 'guard.invalid_input'],
    ['an unknown mode', { signInMode: 'Closed' }, 'guard.invalid_input'],
    ['too many styles', { customCss: 'x'.repeat(65_537) }, 'guard.invalid_input'],
  ];
  it.each(refused)('rejects %s', async (_, body, code) => {
    const before = (await api.call('GET', '/sign-in-exp')).json();
    expect(outcome(await patch(body))).toEqual([400, code]);
    expect((await api.call('GET', '/sign-in-exp')).json()).toEqual(before);
  });

  it('accepts passkeys as the only way to sign in, until their button is turned off', async () => {
    const { signIn, passkeySignIn } = (await api.call('GET', '/sign-in-exp')).json() as Record<string, object>;
    const withButton = { ...passkeySignIn, enabled: true, showPasskeyButton: true };
    expect((await patch({ signIn: { methods: [] }, passkeySignIn: withButton })).status).toBe(200);
    for (const off of [{ enabled: false }, { showPasskeyButton: false }]) {
      const answer = await patch({ passkeySignIn: { ...withButton, ...off } });
      expect(outcome(answer)).toEqual([400, 'sign_in_experiences.no_sign_in_method']);
    }
    expect((await patch({ signIn, passkeySignIn })).status).toBe(200);
  });

  it("applies an application's branding", async () => {
    await server.query(
      `insert into applications (tenant_id, id, name, type) values ('default', 'branded', 'Branded', 'SPA')`,
    );
    await server.query(
      `insert into application_sign_in_experiences (tenant_id, application_id, display_name, branding)
       values ('default', 'branded', 'Branded shop', '{"logoUrl": "https://cdn.example/shop.svg"}')`,
    );
    const expected = { displayName: 'Branded shop', branding: { logoUrl: 'https://cdn.example/shop.svg' } };
    expect((await readShown('sign-in-exp?appId=branded')).json()).toMatchObject({
      ...expected,
      application: { name: 'Branded', isThirdParty: false },
    });
    for (const missing of ['displayName', 'application']) {
      expect((await readShown('sign-in-exp')).json()).not.toHaveProperty(missing);
    }
    expect((await readShown('sign-in-exp?appId=branded', {}, 'admin')).json()).toMatchObject({
      displayName: 'Tessera Console',
    });
    expect((await readShown('sign-in-exp?appId=nobody')).status).toBe(200);
  });

  const language = async (query: string, accept = '') => {
    const answer = await readShown(`phrases${query}`, accept ? { 'accept-language': accept } : {});
    expect(answer.status).toBe(200);
    const { action } = answer.json() as { action: Record<string, string> };
    return [answer.headers.get('content-language'), Object.values(action).join()] as const;
  };

  it("uses the visitor's language, with English as fallback", async () => {
    const [[, german], [, english]] = [await language('?lng=de'), await language('?lng=en')];
    expect(german).not.toBe(english);
    const rows: [string, string, string, string][] = [
      ['?lng=de', '', 'de', german],
      ['', 'de-AT,de;q=0.9', 'de', german],
      ['?lng=de', 'ar', 'de', german],
      ['?lng=xx', 'de', 'de', german],
      ['?lng=xx', '', 'en', english],
      ['', 'tlh', 'en', english],
      ['', ';;;=,*/*', 'en', english],
    ];
    for (const [query, accept, tag, texts] of rows) expect(await language(query, accept)).toEqual([tag, texts]);
  });

  it("follows the tenant's language settings", async () => {
    await patch({ languageInfo: { autoDetect: false, fallbackLanguage: 'de' } });
    expect((await language('', 'en'))[0]).toBe('de');
    expect((await language('?lng=en', 'de'))[0]).toBe('en');
    await patch({ languageInfo: { autoDetect: true, fallbackLanguage: 'ja' } });
    // There are no texts for it yet, so English is used and reported.
    expect(await language('')).toEqual(await language('?lng=en'));
  });

  it("reports the tenant's endpoint, and the server's status", async () => {
    expect((await readShown('endpoints/default', {}, 'admin')).json()).toEqual({ user: server.base('default') });
    expect((await readShown('endpoints/other1', {}, 'admin')).json()).toEqual({ user: `${server.origin}/t/other1` });
    const status = await newVisitor().get(`${server.base('default')}/api/status`);
    expect([status.status, status.body]).toEqual([204, '']);
    expect(status.headers.get('tessera-core-request-id')).toMatch(/^[0-9a-z]{16}$/);
  });
});

describe('codes used as MFA factors', () => {
  it.each([
    ['email', 'EmailVerificationCode'],
    ['phone', 'PhoneVerificationCode'],
  ])('are not accepted for sign-in: %s', async (identifier, factor) => {
    const api = await managementApi(await useServer());
    const signIn = (verificationCode: boolean) => ({
      signIn: { methods: [method, { ...method, identifier, verificationCode }] },
    });
    expect((await api.call('PATCH', '/sign-in-exp', signIn(false))).status).toBe(200);
    const mfa = { factors: [factor], policy: 'NoPrompt' };
    expect((await api.call('PATCH', '/sign-in-exp', { mfa })).status).toBe(200);
    const refused = await api.call('PATCH', '/sign-in-exp', signIn(true));
    const code = `sign_in_experiences.${identifier}_verification_code_cannot_be_used_for_sign_in`;
    expect(outcome(refused)).toEqual([400, code]);
  });
});

describe('updates in two steps', () => {
  it('validates sign-up alone, and the rules between both with sign-in', async () => {
    const api = await managementApi(await useServer());
    const email = (verificationCode: boolean) => ({
      signIn: { methods: [{ identifier: 'email', password: true, verificationCode, isPasswordPrimary: true }] },
    });
    const patch = (body: object) => api.call('PATCH', '/sign-in-exp', body);
    expect((await patch(email(false))).status).toBe(200);
    const signUp = { identifiers: ['email'], password: false, verify: true };
    const first = await patch({ signUp });
    expect(first.status, first.body).toBe(200);
    for (const body of [email(false), { signUp, ...email(false) }]) {
      const refused = await patch(body);
      expect([refused.status, refused.json()]).toMatchObject([
        400,
        {
          code: 'sign_in_experiences.code_sign_in_must_be_enabled',
          data: { issues: [{ path: ['signIn', 'methods', 0, 'verificationCode'] }, { path: ['signUp', 'password'] }] },
        },
      ]);
    }
    expect((await patch(email(true))).status).toBe(200);
  });
});
