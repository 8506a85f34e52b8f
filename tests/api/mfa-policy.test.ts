// MFA policies: which users are prompted or required to use MFA, and when.
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ManagementApi, managementApi } from '../harness/api.ts';
import { type OpenInteraction, outcome } from '../harness/interactions.ts';
import { newOrganization } from '../harness/organizations.ts';
import {
  begin,
  bound,
  identified,
  newcomer,
  people,
  provedAddress,
  setMfa,
  steps,
  totp,
  totpFactor,
  totpSecret,
} from '../harness/second-factors.ts';
import { type TestServer, useServer } from '../harness/server.ts';
import { password } from '../harness/sign-in.ts';
import type { Answer } from '../harness/visitor.ts';

const byPassword = { password: true, verificationCode: false, isPasswordPrimary: true };

describe('MFA policies', () => {
  let server: TestServer;
  let api: ManagementApi;
  let add: Awaited<ReturnType<typeof people>>;
  let organization: string;
  beforeAll(async () => {
    server = await useServer();
    api = await managementApi(server);
    add = await people(server);
    organization = await newOrganization(api, { isMfaRequired: true });
    await api.call('PUT', `/organizations/${organization}/jit/email-domains`, { emailDomains: ['firm.example'] });
    const methods = ['username', 'email', 'phone'].map((identifier) => ({ identifier, ...byPassword }));
    const saved = await api.call('PATCH', '/sign-in-exp', { signIn: { methods } });
    expect(saved.status, saved.body).toBe(200);
  });

  const signUpWith = (identifier: 'username' | 'email') =>
    api.call('PATCH', '/sign-in-exp', {
      signUp: { identifiers: [identifier], password: true, verify: identifier === 'email' },
    });
  const address = (domain = 'other.example') => `e${randomBytes(5).toString('hex')}@${domain}`;
  const join = (id: string) => api.call('POST', `/organizations/${organization}/users`, { userIds: [id] });

  const registerUser = async (email: string): Promise<OpenInteraction> => {
    await signUpWith('email');
    const interaction = await begin(server, 'Register');
    const verificationId = await provedAddress(api, interaction, email);
    await interaction.call('POST', '/profile', { type: 'password', value: password });
    const answer = await interaction.call('POST', '/identification', { verificationId });
    expect(answer.status, answer.body).toBe(201);
    return interaction;
  };
  const existing = async (person: Parameters<typeof add>[0], inOrganization: boolean) => {
    await signUpWith('username');
    const { id, username } = await add(person);
    if (inOrganization) await join(id);
    return identified(server, { username });
  };

  const situations = {
    'registers with a username': () => signUpWith('username').then(() => newcomer(server)),
    'registers with an address': (inside) => registerUser(address(inside ? 'firm.example' : undefined)),
    'has no factor': (inside) => existing({}, inside),
    'has no factor, and has said no': (inside) => existing({ settings: { skipped: true } }, inside),
    'has an address': (inside) => existing({ email: address() }, inside),
    'has an app': (inside) => existing({ factors: [totpFactor(totpSecret())] }, inside),
  } satisfies Record<string, (inside: boolean) => Promise<OpenInteraction>>;
  type Situation = keyof typeof situations;

  /** The submission's response in one word. */
  const word = (answer: Answer): string => {
    const { code = '', data } = (answer.status === 200 ? {} : answer.json()) as {
      code?: string;
      data?: { skippable?: boolean; suggestion?: boolean };
    };
    const words: Record<string, string> = {
      '': 'in',
      'session.mfa.require_mfa_verification': 'show',
      'user.missing_mfa': data?.skippable ? 'asked' : 'must',
      'session.mfa.suggest_additional_mfa': data?.skippable && data.suggestion ? 'hinted' : '?',
    };
    return words[code] ?? code;
  };

  // biome-ignore format: a table
  const columns: Situation[] = ['registers with a username', 'registers with an address', 'has no factor', 'has no factor, and has said no', 'has an address', 'has an app'];
  // biome-ignore format: a table
  const table: [string, 'outside' | 'inside', string[]][] = [
    ['NoPrompt',                'outside', ['in',    'in',     'in',    'in',   'show', 'show']],
    ['PromptOnlyAtSignIn',      'outside', ['in',    'in',     'asked', 'in',   'show', 'show']],
    ['PromptAtSignInAndSignUp', 'outside', ['asked', 'hinted', 'asked', 'in',   'show', 'show']],
    ['UserControlled',          'outside', ['asked', 'hinted', 'asked', 'in',   'show', 'show']],
    ['Mandatory',               'outside', ['must',  'hinted', 'must',  'must', 'show', 'show']],
    // In an organization that requires MFA. A username leads into none.
    ['NoPrompt',                'inside',  ['in',    'hinted', 'must',  'must', 'show', 'show']],
    ['PromptOnlyAtSignIn',      'inside',  ['in',    'in',     'must',  'must', 'show', 'show']],
    ['PromptAtSignInAndSignUp', 'inside',  ['asked', 'hinted', 'must',  'must', 'show', 'show']],
    ['UserControlled',          'inside',  ['asked', 'hinted', 'must',  'must', 'show', 'show']],
    ['Mandatory',               'inside',  ['must',  'hinted', 'must',  'must', 'show', 'show']],
  ];
  const factors = ['Totp', 'EmailVerificationCode'];

  it.each(table)('%s, %s an organization', async (policy, place, expected) => {
    await setMfa(api, { factors, policy, organizationRequiredMfaPolicy: 'Mandatory' });
    const answers: string[] = [];
    for (const column of columns) {
      const interaction = await situations[column](place === 'inside');
      answers.push(word(await steps(interaction).submit()));
    }
    expect(Object.fromEntries(columns.map((column, index) => [column, answers[index]]))).toEqual(
      Object.fromEntries(columns.map((column, index) => [column, expected[index]])),
    );
  });

  it.each([undefined, 'NoPrompt'])("an organization has no effect while the tenant's policy is %s", async (wanted) => {
    const organizationRequiredMfaPolicy = wanted ? { organizationRequiredMfaPolicy: wanted } : {};
    await setMfa(api, { factors, policy: 'NoPrompt', ...organizationRequiredMfaPolicy });
    expect(word(await steps(await situations['has no factor'](true)).submit())).toBe('in');
  });

  it('without factors MFA is never required', async () => {
    await setMfa(api, { factors: [], policy: 'Mandatory' });
    for (const column of columns) expect(word(await steps(await situations[column](true)).submit())).toBe('in');
  });

  it('users who skipped it are not asked again, unless it is mandatory', async () => {
    await signUpWith('username');
    await setMfa(api, { factors, policy: 'PromptAtSignInAndSignUp' });
    const person = await add();
    const interaction = await identified(server, person);
    const { submit, skip } = steps(interaction);
    const asked = await submit();
    expect((asked.json() as { data: object }).data).toEqual({ availableFactors: factors, skippable: true });
    expect(outcome(await skip())).toEqual([204]);
    expect(word(await submit())).toBe('in');
    expect(word(await steps(await identified(server, person)).submit())).toBe('in');
    await setMfa(api, { factors, policy: 'Mandatory' });
    const again = steps(await identified(server, person));
    expect(word(await again.submit())).toBe('must');
    expect(outcome(await again.skip())).toEqual([422, 'session.mfa.mfa_policy_not_user_controlled']);
    expect(word(await again.submit())).toBe('must');
  });

  it('users who skipped it are asked again when their organization requires MFA', async () => {
    await setMfa(api, { factors, policy: 'NoPrompt', organizationRequiredMfaPolicy: 'Mandatory' });
    const { skip } = steps(await situations['has no factor'](true));
    expect(outcome(await skip())).toEqual([422, 'session.mfa.mfa_policy_not_user_controlled']);
  });

  it('a suggestion is shown once and does not affect mandatory MFA', async () => {
    await setMfa(api, { factors: [...factors, 'WebAuthn', 'BackupCode'], policy: 'Mandatory' });
    const email = address();
    const interaction = await registerUser(email);
    const { submit, skipSuggestion } = steps(interaction);
    const hinted = (await submit()).json() as { code: string; data: object };
    expect(hinted).toMatchObject({
      code: 'session.mfa.suggest_additional_mfa',
      data: {
        availableFactors: ['WebAuthn', 'Totp', 'EmailVerificationCode'],
        maskedIdentifiers: { EmailVerificationCode: `${email.slice(0, 4)}****@other.example` },
        skippable: true,
        suggestion: true,
      },
    });
    expect(outcome(await skipSuggestion())).toEqual([204]);
    expect(outcome(await submit())).toEqual([422, 'session.mfa.backup_code_required']);
    await bound.BackupCode(interaction);
    expect(word(await submit())).toBe('in');
  });

  it('users who set up a factor get no suggestion', async () => {
    await setMfa(api, { factors, policy: 'Mandatory' });
    const interaction = await registerUser(address());
    expect(word(await steps(interaction).submit())).toBe('hinted');
    await bound.Totp(interaction);
    expect(word(await steps(interaction).submit())).toBe('in');
  });

  it('users can reduce prompts, unless MFA is mandatory', async () => {
    const secret = totpSecret();
    const person = { factors: [totpFactor(secret)], settings: { skipMfaOnSignIn: true } };
    await signUpWith('username');
    await setMfa(api, { factors, policy: 'PromptAtSignInAndSignUp' });
    const { username } = await add(person);
    expect(word(await steps(await identified(server, { username })).submit())).toBe('in');
    await setMfa(api, { factors, policy: 'Mandatory' });
    const { submit, totp: show } = steps(await identified(server, { username }));
    expect(word(await submit())).toBe('show');
    expect(outcome(await show(totp(secret)))).toEqual([200]);
    expect(word(await submit())).toBe('in');
  });

  it('disabled factors are not asked for and do not count', async () => {
    await setMfa(api, { factors: ['WebAuthn'], policy: 'Mandatory' });
    const interaction = await existing({ factors: [totpFactor(totpSecret())], email: address() }, false);
    const missing = (await steps(interaction).submit()).json() as { code: string; data: object };
    expect([missing.code, missing.data]).toEqual(['user.missing_mfa', { availableFactors: ['WebAuthn'] }]);
  });

  it('usable factors are listed in order, with masked addresses', async () => {
    const all = ['BackupCode', 'EmailVerificationCode', 'PhoneVerificationCode', 'Totp', 'WebAuthn'];
    await setMfa(api, { factors: all, policy: 'Mandatory' });
    const passkey = {
      type: 'WebAuthn',
      id: 'w',
      createdAt: '',
      credentialId: 'c',
      publicKey: '',
      counter: 0,
      agent: '',
    };
    const backup = { type: 'BackupCode', id: 'b', createdAt: '', codes: [{ code: 'a'.repeat(10) }] };
    const used = { ...backup, codes: [{ code: 'a'.repeat(10), usedAt: '2026-01-01T00:00:00.000Z' }] };
    const app = totpFactor(totpSecret());
    const digits = String(Date.now()).slice(-8);
    const rows: [Parameters<typeof add>[0], object][] = [
      [
        { factors: [backup, app, passkey], email: `jo${digits.slice(0, 2)}@x.example`, phone: `49${digits}` },
        {
          availableFactors: ['WebAuthn', 'Totp', 'PhoneVerificationCode', 'EmailVerificationCode', 'BackupCode'],
          maskedIdentifiers: {
            EmailVerificationCode: '****@x.example',
            PhoneVerificationCode: `****${digits.slice(-4)}`,
          },
        },
      ],
      [{ factors: [used, app] }, { availableFactors: ['Totp'], maskedIdentifiers: {} }],
      [
        { email: `johanna${digits}@x.example` },
        {
          availableFactors: ['EmailVerificationCode'],
          maskedIdentifiers: { EmailVerificationCode: 'joha****@x.example' },
        },
      ],
    ];
    for (const [person, data] of rows) {
      const answer = await steps(await existing(person, false)).submit();
      expect([answer.status, answer.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'session.mfa.require_mfa_verification', data }),
      ]);
    }
  });

  // biome-ignore format: one line each
  const refused: [string, object, string][] = [
    ['a factor twice', { factors: ['Totp', 'Totp'], policy: 'NoPrompt' }, 'duplicated_mfa_factors'],
    ['backup codes alone', { factors: ['BackupCode'], policy: 'NoPrompt' }, 'backup_code_cannot_be_enabled_alone'],
    ['codes by email that let people in already', { factors: ['EmailVerificationCode'], policy: 'NoPrompt' }, 'email_verification_code_cannot_be_used_for_mfa'],
    ['codes by phone that let people in already', { factors: ['PhoneVerificationCode'], policy: 'NoPrompt' }, 'phone_verification_code_cannot_be_used_for_mfa'],
  ];
  it.each(refused)('rejects %s', async (_, mfa, code) => {
    await setMfa(api, { factors: [], policy: 'NoPrompt' });
    const withCodes = { ...byPassword, verificationCode: true };
    const methods = ['email', 'phone'].map((identifier) => ({ identifier, ...withCodes }));
    expect((await api.call('PATCH', '/sign-in-exp', { signIn: { methods } })).status).toBe(200);
    expect(outcome(await api.call('PATCH', '/sign-in-exp', { mfa }))).toEqual([400, `sign_in_experiences.${code}`]);
    expect((await api.call('GET', '/sign-in-exp')).json()).toMatchObject({ mfa: { factors: [] } });
  });

  it('rejects unknown policies and factors', async () => {
    for (const mfa of [
      { factors: ['Face'], policy: 'NoPrompt' },
      { factors: [], policy: 'Sometimes' },
    ]) {
      expect(outcome(await api.call('PATCH', '/sign-in-exp', { mfa }))).toEqual([400, 'guard.invalid_input']);
    }
  });
});
