// The types of a script's inputs, for autocompletion and for the reference panel.
import type { Shape } from '../../kit/shape.ts';
import type { TokenKind } from './token-kinds.ts';

const text: Shape = { type: 'string' };
const number: Shape = { type: 'number' };
const flag: Shape = { type: 'boolean' };
const nullableText: Shape = { type: 'string | null' };
const data: Shape = { type: 'Record<string, unknown>' };
const optional = (shape: Shape): Shape => ({ ...shape, optional: true });
const object = (fields: Record<string, Shape>): Shape => ({ type: 'object', fields });
const list = (items: Shape): Shape => ({ type: `${items.type}[]`, items });

const machineToken = object({
  jti: text,
  aud: { type: 'string | string[]' },
  scope: optional(text),
  clientId: optional(text),
  kind: { type: "'ClientCredentials'" },
});

const userToken = object({
  jti: text,
  aud: { type: 'string | string[]' },
  scope: optional(text),
  clientId: optional(text),
  accountId: text,
  expiresWithSession: optional(flag),
  grantId: text,
  gty: text,
  sessionUid: optional(text),
  sid: optional(text),
  kind: { type: "'AccessToken'" },
});

const resource = object({
  tenantId: text,
  id: text,
  name: text,
  indicator: text,
  isDefault: flag,
  accessTokenTtl: number,
});

const user = object({
  id: text,
  username: nullableText,
  primaryEmail: nullableText,
  primaryPhone: nullableText,
  name: nullableText,
  avatar: nullableText,
  customData: data,
  identities: { type: 'Record<string, { userId: string; details?: object }>' },
  lastSignInAt: { type: 'number | null' },
  createdAt: number,
  updatedAt: number,
  profile: { type: 'Record<string, unknown>' },
  applicationId: nullableText,
  isSuspended: flag,
  hasPassword: flag,
  ssoIdentities: list(object({ issuer: text, identityId: text, detail: data })),
  mfaVerificationFactors: list({ type: 'string' }),
  roles: list(
    object({
      id: text,
      name: text,
      description: text,
      scopes: list(object({ id: text, name: text, description: nullableText, resourceId: text, resource })),
    }),
  ),
  organizations: list(object({ id: text, name: text, description: nullableText })),
  organizationRoles: list(object({ organizationId: text, roleId: text, roleName: text })),
});

const grant = object({
  type: { type: "'urn:ietf:params:oauth:grant-type:token-exchange'" },
  subjectTokenContext: data,
});

const interaction = object({
  interactionEvent: { type: "'SignIn' | 'Register' | 'ForgotPassword'" },
  userId: text,
  verificationRecords: list({ type: '{ id: string; type: string; [field: string]: unknown }' }),
});

/** Keyed by section name. */
export const partsOf = (kind: TokenKind): Record<string, Shape> =>
  kind === 'access-token' ? { token: userToken, user, grant, interaction } : { token: machineToken };

/** Everything in scope of a script, including the variables currently in the form. */
export function scopeOf(kind: TokenKind, variables: readonly string[]): Shape {
  return object({
    token: kind === 'access-token' ? userToken : machineToken,
    ...(kind === 'access-token' && {
      context: object({ user, grant: optional(grant), interaction: optional(interaction) }),
    }),
    environmentVariables: object(Object.fromEntries(variables.map((name) => [name, text]))),
    api: object({ denyAccess: { type: '(message?: string) => never' } }),
  });
}
