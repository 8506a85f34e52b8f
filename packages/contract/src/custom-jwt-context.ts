// Input of token scripts: the token and, for user tokens, the user, the grant and the interaction. In sample data
// everything but the user is optional; unknown keys are rejected.
import * as z from 'zod/mini';
import { jsonObject, text } from './fields.ts';
import { mfaFactors } from './sign-in-experience.ts';

const audience = z.union([z.string(), z.array(z.string())]);

export const machineToken = z.strictObject({
  jti: z.string(),
  aud: audience,
  scope: z.optional(z.string()),
  clientId: z.optional(z.string()),
  kind: z.literal('ClientCredentials'),
});

export const userToken = z.strictObject({
  jti: z.string(),
  aud: audience,
  scope: z.optional(z.string()),
  clientId: z.optional(z.string()),
  accountId: z.string(),
  expiresWithSession: z.optional(z.boolean()),
  grantId: z.string(),
  gty: z.string(),
  sessionUid: z.optional(z.string()),
  sid: z.optional(z.string()),
  kind: z.literal('AccessToken'),
});

const profile = z.partial(
  z.strictObject({
    familyName: z.string(),
    givenName: z.string(),
    middleName: z.string(),
    nickname: z.string(),
    preferredUsername: z.string(),
    profile: z.string(),
    website: z.string(),
    gender: z.string(),
    birthdate: z.string(),
    zoneinfo: z.string(),
    locale: z.string(),
    address: z.partial(
      z.strictObject({
        formatted: z.string(),
        streetAddress: z.string(),
        locality: z.string(),
        region: z.string(),
        postalCode: z.string(),
        country: z.string(),
      }),
    ),
  }),
);

const permission = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  resourceId: z.string(),
  resource: z.strictObject({
    tenantId: z.string(),
    id: z.string(),
    name: z.string(),
    indicator: z.string(),
    isDefault: z.boolean(),
    accessTokenTtl: z.number(),
  }),
});

export const scriptUser = z.strictObject({
  id: text(1, 21),
  username: z.nullable(z.string()),
  primaryEmail: z.nullable(z.string()),
  primaryPhone: z.nullable(z.string()),
  name: z.nullable(z.string()),
  avatar: z.nullable(z.string()),
  customData: jsonObject,
  identities: z.record(z.string(), z.strictObject({ userId: z.string(), details: z.optional(jsonObject) })),
  lastSignInAt: z.nullable(z.number()),
  createdAt: z.number(),
  updatedAt: z.number(),
  profile,
  applicationId: z.nullable(z.string()),
  isSuspended: z.boolean(),
  hasPassword: z.boolean(),
  ssoIdentities: z.array(z.strictObject({ issuer: z.string(), identityId: z.string(), detail: jsonObject })),
  mfaVerificationFactors: z.array(z.enum(mfaFactors)),
  roles: z.array(
    z.strictObject({ id: z.string(), name: z.string(), description: z.string(), scopes: z.array(permission) }),
  ),
  organizations: z.array(z.strictObject({ id: z.string(), name: z.string(), description: z.nullable(z.string()) })),
  organizationRoles: z.array(z.strictObject({ organizationId: z.string(), roleId: z.string(), roleName: z.string() })),
});
export type ScriptUser = z.output<typeof scriptUser>;

const identifier = z.strictObject({ type: z.enum(['username', 'email', 'phone', 'userId']), value: z.string() });
const socialUser = z.strictObject({
  id: z.string(),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  name: z.optional(z.string()),
  avatar: z.optional(z.string()),
  rawData: z.optional(z.json()),
});
const record = <const T extends string, S extends z.core.$ZodLooseShape>(type: T, shape: S) =>
  z.strictObject({ id: z.string(), type: z.literal(type), ...shape });
const verified = z.boolean();
const userId = z.string();
const templateType = z.string();

/** Facts of each verification type, without secrets. */
export const verificationRecords = [
  record('Password', { identifier, verified }),
  record('EmailVerificationCode', { identifier, templateType, verified }),
  record('PhoneVerificationCode', { identifier, templateType, verified }),
  record('Social', { connectorId: z.string(), socialUserInfo: z.optional(socialUser) }),
  record('EnterpriseSso', {
    connectorId: z.string(),
    enterpriseSsoUserInfo: z.optional(socialUser),
    issuer: z.optional(z.string()),
  }),
  record('Totp', { userId, verified }),
  record('BackupCode', { userId, code: z.optional(z.string()) }),
  record('WebAuthn', { userId, verified, registrationRpId: z.optional(z.string()) }),
  record('SignInPasskey', { userId, verified }),
  record('OneTimeToken', {
    identifier,
    verified,
    oneTimeTokenContext: z.optional(z.strictObject({ jitOrganizationIds: z.optional(z.array(z.string())) })),
  }),
  record('NewPasswordIdentity', { identifier }),
] as const;

const interaction = z.strictObject({
  interactionEvent: z.enum(['SignIn', 'Register', 'ForgotPassword']),
  userId: z.string(),
  verificationRecords: z.array(z.union(verificationRecords)),
});

export const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';
const grant = z.strictObject({ type: z.literal(tokenExchange), subjectTokenContext: jsonObject });

/** Sample data for testing a script. */
export const contextSample = z.strictObject({
  user: z.partial(scriptUser),
  grant: z.optional(z.partial(grant)),
  interaction: z.optional(z.partial(interaction)),
});
export const userTokenSample = z.partial(userToken);
export const machineTokenSample = z.partial(machineToken);
