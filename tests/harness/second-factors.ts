// Users with MFA factors, and the steps to verify or set up one, with every response exposed.
import { randomBytes } from 'node:crypto';
import { generateSync } from 'otplib/functional';
import { type ManagementApi, managementApi } from './api.ts';
import { newAuthenticator } from './authenticator.ts';
import { type OpenInteraction, openInteraction } from './interactions.ts';
import { codeFor } from './mailbox.ts';
import type { TestServer } from './server.ts';
import { demoApp, obtainCode, password } from './sign-in.ts';
import { openedSecret } from './stored-secrets.ts';
import type { Answer } from './visitor.ts';

export const totpSecret = () =>
  [...randomBytes(32)].map((byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('');
/** A TOTP code; `ahead` counts steps of thirty seconds. */
export const totp = (secret: string, ahead = 0): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + ahead * 30 });

export type Person = { id: string; username: string; email?: string; phone?: string };
type NewPerson = { email?: string; phone?: string; factors?: object[]; settings?: object };

/** Users inserted as rows that share one password hash, made once by the product. */
export const people = async (server: TestServer) => {
  const base = server.base('default');
  const template = `template_${randomBytes(4).toString('hex')}`;
  await obtainCode({ base, client: demoApp(base), username: template, register: true });
  return async ({ email, phone, factors = [], settings = {} }: NewPerson = {}): Promise<Person> => {
    const id = randomBytes(6).toString('hex');
    const username = `p_${id}`;
    await server.query(
      `insert into users (tenant_id, id, username, primary_email, primary_phone, verified_email, verified_phone, password_encrypted,
         password_encryption_method, mfa_verifications, mfa_settings)
       select tenant_id, $1, $2, $3, $4, $3, $4, password_encrypted, password_encryption_method, $5, $6
       from users where tenant_id = 'default' and username = $7`,
      [id, username, email ?? null, phone ?? null, JSON.stringify(factors), JSON.stringify(settings), template],
    );
    return { id, username, ...(email && { email }), ...(phone && { phone }) };
  };
};

const since = '2026-01-01T00:00:00.000Z';
export const totpFactor = (key: string, more: object = {}) => ({
  ...{ type: 'Totp', id: `totp-${randomBytes(4).toString('hex')}`, createdAt: since, key },
  ...more,
});
export const backupFactor = (codes: string[]) => ({
  ...{ type: 'BackupCode', id: `backup-${randomBytes(4).toString('hex')}`, createdAt: since },
  codes: codes.map((code) => ({ code })),
});
export const factorsOf = async (server: TestServer, id: string): Promise<Record<string, unknown>[]> => {
  const [row] = await server.query<{ factors: unknown }>(
    `select mfa_verifications as factors from users where tenant_id = 'default' and id = $1`,
    [id],
  );
  return row ? openedSecret(server, 'users.mfa_verifications', row.factors) : [];
};

type Event = 'SignIn' | 'Register' | 'ForgotPassword';
export const begin = async (server: TestServer, event: Event = 'SignIn'): Promise<OpenInteraction> => {
  const base = server.base('default');
  const interaction = await openInteraction(base, demoApp(base));
  await interaction.call('PUT', '', { interactionEvent: event });
  return interaction;
};

/** An interaction with a verified password, before MFA. */
export const identified = async (server: TestServer, { username }: { username: string }): Promise<OpenInteraction> => {
  const interaction = await begin(server);
  const verificationId = await interaction.verifyPassword(username, password);
  const answer = await interaction.call('POST', '/identification', { verificationId });
  if (answer.status !== 204) throw new Error(`not identified: ${answer.body}`);
  return interaction;
};

export const newcomer = async (server: TestServer, username = `n_${randomBytes(6).toString('hex')}`) => {
  const interaction = await begin(server, 'Register');
  await interaction.call('POST', '/profile', { type: 'username', value: username });
  await interaction.call('POST', '/profile', { type: 'password', value: password });
  const answer = await interaction.call('POST', '/identification', {});
  if (answer.status !== 201) throw new Error(`not registered: ${answer.body}`);
  return interaction;
};

export const idIn = (answer: Answer): string => {
  if (answer.status !== 200) throw new Error(`${answer.url}: ${answer.status} ${answer.body}`);
  return (answer.json() as { verificationId: string }).verificationId;
};

/** The steps of each factor. */
export const steps = ({ call }: OpenInteraction) => ({
  submit: () => call('POST', '/submit'),
  bind: (type: string, verificationId: string) => call('POST', '/profile/mfa', { type, verificationId }),
  skip: () => call('POST', '/profile/mfa/mfa-skipped'),
  skipSuggestion: () => call('POST', '/profile/mfa/mfa-suggestion-skipped'),
  totp: (code: string, verificationId?: string) =>
    call('POST', '/verification/totp/verify', { code, ...(verificationId && { verificationId }) }),
  newTotp: async () => {
    const answer = await call('POST', '/verification/totp/secret');
    return { ...(answer.json() as { secret: string; secretQrCode: string }), verificationId: idIn(answer) };
  },
  backupCode: (code: string) => call('POST', '/verification/backup-code/verify', { code }),
  newBackupCodes: async () => {
    const answer = await call('POST', '/verification/backup-code/generate');
    return { ...(answer.json() as { codes: string[] }), verificationId: idIn(answer) };
  },
  startPasskey: async () => {
    const answer = await call('POST', '/verification/web-authn/authentication');
    const { authenticationOptions: options } = answer.json() as {
      authenticationOptions: { challenge: string; rpId: string };
    };
    return { options, verificationId: idIn(answer) };
  },
  passkey: (verificationId: string, payload: object) =>
    call('POST', '/verification/web-authn/authentication/verify', { verificationId, payload }),
  startNewPasskey: async () => {
    const answer = await call('POST', '/verification/web-authn/registration');
    const { registrationOptions: options } = answer.json() as {
      registrationOptions: {
        challenge: string;
        rp: { id: string };
        user: { id: string };
        excludeCredentials: { id: string }[];
      };
    };
    return { options, verificationId: idIn(answer) };
  },
  newPasskey: (verificationId: string, payload: object) =>
    call('POST', '/verification/web-authn/registration/verify', { verificationId, payload }),
  sendCode: (identifierType: string) => call('POST', '/verification/mfa-verification-code', { identifierType }),
  code: (identifierType: string, verificationId: string, code: string) =>
    call('POST', '/verification/mfa-verification-code/verify', { identifierType, verificationId, code }),
});

/** Sets up a factor of this type and returns what is needed to verify it later. */
export const bound = {
  Totp: async (interaction: OpenInteraction) => {
    const { newTotp, totp: verify, bind } = steps(interaction);
    const { secret, verificationId } = await newTotp();
    idIn(await verify(totp(secret), verificationId));
    const answer = await bind('Totp', verificationId);
    if (answer.status !== 204) throw new Error(answer.body);
    return secret;
  },
  BackupCode: async (interaction: OpenInteraction) => {
    const { newBackupCodes, bind } = steps(interaction);
    const { codes, verificationId } = await newBackupCodes();
    const answer = await bind('BackupCode', verificationId);
    if (answer.status !== 204) throw new Error(answer.body);
    return codes;
  },
  WebAuthn: async (
    server: TestServer,
    interaction: OpenInteraction,
    authenticator = newAuthenticator(server.origin),
  ) => {
    const { startNewPasskey, newPasskey, bind } = steps(interaction);
    const { options, verificationId } = await startNewPasskey();
    idIn(await newPasskey(verificationId, authenticator.register(options)));
    const answer = await bind('WebAuthn', verificationId);
    if (answer.status !== 204) throw new Error(answer.body);
    return authenticator;
  },
};

/** A verified code for an unused address. */
export const provedAddress = async (api: ManagementApi, { call }: OpenInteraction, to: string): Promise<string> => {
  const identifier = { type: to.includes('@') ? 'email' : 'phone', value: to };
  const body = { identifier, interactionEvent: 'SignIn' };
  const verificationId = idIn(await call('POST', '/verification/verification-code', body));
  const code = await codeFor(api, to);
  idIn(await call('POST', '/verification/verification-code/verify', { identifier, verificationId, code }));
  return verificationId;
};

export type MfaSettings = {
  factors: string[];
  policy: string;
  organizationRequiredMfaPolicy?: string;
  rememberedDevices?: { enabled: boolean; days: number };
};
export const setMfa = async (api: ManagementApi, mfa: MfaSettings) => {
  const answer = await api.call('PATCH', '/sign-in-exp', { mfa });
  if (answer.status !== 200) throw new Error(answer.body);
};

/** A tenant with helpers that add users and generate unused addresses. */
export const factorTenant = async (server: TestServer, domain: string) => {
  let number = 0;
  return {
    api: await managementApi(server),
    add: await people(server),
    newAddress: () => `person${String(++number)}@${domain}`,
    newNumber: () => `49151${String(1e6 + ++number)}`,
  };
};
