// Documents users and their credentials.
import type { mfaVerifications } from '../mfa-verifications.ts';
import type { personalAccessTokens } from '../personal-access-tokens.ts';
import type { rememberedDevices } from '../remembered-devices.ts';
import type { secrets } from '../secrets.ts';
import type { subjectTokens } from '../subject-tokens.ts';
import type { userGrants } from '../user-grants.ts';
import type { userIdentities } from '../user-identities.ts';
import type { userSessions } from '../user-sessions.ts';
import type { users } from '../users.ts';
import type { ResourceDoc } from './document.ts';

/** Filters of the user list, which also select users elsewhere. */
export const userFilterFields = {
  q: { text: 'Text to find in names, usernames, email addresses, phone numbers and IDs.', example: 'jane' },
  status: 'Only active or only suspended users.',
  passwordStatus: 'Only users who have a password, or only users who have none.',
  mfa: 'Only users with any second factor, with none, or with one of this type.',
  createdFrom: {
    text: 'Only users created at this time or later, in milliseconds since the Unix epoch.',
    example: 1767225600000,
  },
  createdTo: {
    text: 'Only users created before this time, in milliseconds since the Unix epoch.',
    example: 1769904000000,
  },
  signUpApplicationId: { text: 'Only users who registered in this application.', example: 'a5v9c3n0r2lw' },
  emailDomain: { text: 'Only users with an email address at this domain.', example: 'example.com' },
} as const;

export const usersDoc: ResourceDoc<typeof users> = {
  title: 'Users',
  about: "Users of a tenant's applications.",
  operations: {
    list: {
      summary: 'Returns a page of users, newest first.',
      description:
        'With `q`, exact matches come first, then values that start with it, then those that contain it. A user ID matches as a whole or by its beginning.',
      errors: ['request.invalid_input'],
    },
    create: {
      summary: 'Creates a user.',
      description:
        'All fields are optional. Send a password in plain text, or a hash as `passwordDigest` together with `passwordAlgorithm`. The user gets the default roles.',
      errors: [
        'user.invalid_phone',
        'user.password_and_digest',
        'user.password_algorithm_required',
        'password.unsupported_encryption_method',
        'password.invalid_legacy_password_format',
        'password.unsupported_legacy_hash_algorithm',
        'user.username_already_in_use',
        'user.email_already_in_use',
        'user.phone_already_in_use',
      ],
      body: {
        username: 'jane_doe',
        primaryEmail: 'jane@example.com',
        password: 'correct-Horse-7-battery',
        name: 'Jane Doe',
      },
    },
    get: { summary: 'Returns a user.', errors: ['entity.not_found'] },
    update: {
      summary: 'Updates the given fields of a user.',
      description:
        '`customData` and `profile` are replaced as a whole. `null` or an empty string removes a value. Changing an address makes it unverified.',
      errors: [
        'entity.not_found',
        'user.invalid_phone',
        'user.username_already_in_use',
        'user.email_already_in_use',
        'user.phone_already_in_use',
      ],
    },
    remove: {
      summary: 'Deletes a user, and their sessions, tokens, roles and memberships.',
      errors: ['entity.not_found', 'user.cannot_delete_self'],
    },
    customData: { summary: 'Returns the custom data of a user.', errors: ['entity.not_found'] },
    updateCustomData: { summary: 'Merges properties into the custom data of a user.', errors: ['entity.not_found'] },
    updateProfile: { summary: 'Merges claims into the profile of a user.', errors: ['entity.not_found'] },
    setPassword: {
      summary: 'Sets the password of a user.',
      description:
        "The password policy doesn't apply to administrators. All sessions end unless `keepSessions` is set. Personal access tokens stay valid.",
      errors: ['entity.not_found'],
    },
    verifyPassword: {
      summary: 'Checks the password of a user.',
      errors: ['session.verification_blocked_too_many_attempts', 'session.invalid_credentials', 'entity.not_found'],
    },
    hasPassword: { summary: 'Returns whether a user has a password.', errors: ['entity.not_found'] },
    suspend: {
      summary: 'Suspends or reactivates a user.',
      description: 'Suspending ends all sessions and revokes refresh tokens and opaque access tokens.',
      errors: ['entity.not_found'],
    },
    listRoles: {
      summary: 'Returns a page of the roles of a user, last assigned first.',
      errors: ['entity.not_found', 'request.invalid_input'],
    },
    addRoles: {
      summary: 'Assigns roles to a user.',
      errors: [
        'entity.not_exists_with_id',
        'role.internal_role_violation',
        'user.invalid_role_type',
        'application.invalid_role_type',
        'entity.not_found',
        'role.user_exists',
      ],
    },
    replaceRoles: {
      summary: 'Replaces the roles of a user.',
      errors: [
        'entity.not_found',
        'entity.not_exists_with_id',
        'role.internal_role_violation',
        'user.invalid_role_type',
        'application.invalid_role_type',
      ],
    },
    removeRole: { summary: 'Removes a role from a user.', errors: ['entity.not_found', 'entity.not_exists_with_id'] },
  },
  fields: {
    id: { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    name: { text: 'Full name.', example: 'Jane Doe' },
    applicationId: { text: 'ID of the application the user signed up with.', example: 'a5v9c3n0r2lw' },
    'ssoIdentities.id': { text: 'ID of the identity.', example: 'i0f3s8w5m2ka' },
    'ssoIdentities.userId': { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    mfaFactors: { text: 'Types of the second factors the user has set up.', example: ['Totp'] },
    ...userFilterFields,
    sort: 'Order of the users: by creation, oldest or newest (`-createdAt`) first. Default: `-createdAt`.',
    excludeRoleId: { text: 'Excludes users with this role.', example: 'r1s9k4v7b2xd' },
    excludeOrganizationId: { text: 'Excludes members of this organization.', example: 'o3h6t1z8y4bk' },
    passwordDigest: {
      text: 'Hash of the password, in the format of `passwordAlgorithm`.',
      example: '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
    },
    passwordAlgorithm: { text: 'Algorithm of `passwordDigest`.', example: 'Bcrypt' },
    includeSsoIdentities: { text: 'Whether to include enterprise SSO identities.', example: 'true' },
    'listRoles.id': { text: 'ID of the role.', example: 'r1s9k4v7b2xd' },
    'listRoles.name': { text: 'Name of the role.', example: 'editor' },
    description: { text: 'Description of the role.', example: 'Edits articles.' },
    type: 'Whether the role is for users or machine-to-machine applications.',
    'listRoles.isDefault': 'Whether new users get the role.',
  },
};

export const userIdentitiesDoc: ResourceDoc<typeof userIdentities> = {
  title: 'User identities',
  about: 'Social and enterprise SSO identities that are linked to a user.',
  operations: {
    listAll: { summary: 'Returns all social and enterprise SSO identities of a user.', errors: ['entity.not_found'] },
    add: {
      summary: "Links a social identity with the provider's response.",
      errors: [
        'entity.not_found',
        'connector.unexpected_type',
        'connector.invalid_config',
        'session.invalid_connector_id',
        'connector.general',
        'connector.invalid_response',
        'user.identity_already_in_use',
      ],
    },
    get: { summary: 'Returns a social identity of a user.', errors: ['user.identity_not_exist', 'entity.not_found'] },
    replace: {
      summary: 'Links a social identity, or replaces the one with the same target.',
      errors: ['entity.not_found', 'user.identity_already_in_use'],
    },
    remove: {
      summary: 'Unlinks a social identity from a user.',
      errors: ['entity.not_found', 'user.identity_not_exist'],
    },
    getSso: {
      summary: 'Returns an enterprise SSO identity of a user.',
      errors: ['entity.not_found', 'user.enterprise_sso_identity_not_exists'],
    },
  },
  fields: {
    id: { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    name: { text: 'Full name.', example: 'Jane Doe' },
    includeTokenSecret: {
      text: 'Whether to include metadata of the stored provider tokens.',
      example: 'true',
    },
    socialIdentities: 'Social identities.',
    identity: 'Social identity.',
    'identity.userId': { text: 'ID of the user at the provider.', example: '583231' },
    'replace.userId': { text: 'ID of the user at the provider.', example: '583231' },
    ssoIdentity: 'Enterprise SSO identity.',
    'ssoIdentity.id': { text: 'ID of the identity.', example: 'i0f3s8w5m2ka' },
    target: { text: 'Target of the social connector, for example `github`.', example: 'github' },
    tokenSecret: 'Stored tokens of the provider, without their values.',
    'tokenSecret.id': { text: 'ID of the stored tokens.', example: 't8q1z5c0n7ve' },
    type: 'Always `federated_token_set`.',
    metadata: 'Metadata of the stored tokens.',
    scope: { text: 'Scopes of the access token, separated by spaces.', example: 'read:user' },
    'metadata.expiresAt': { text: 'Time of expiry, in seconds since the Unix epoch.', example: 1798761600 },
    tokenType: { text: 'Type of the access token.', example: 'Bearer' },
    hasRefreshToken: 'Whether a refresh token is stored.',
  },
};

export const userGrantsDoc: ResourceDoc<typeof userGrants> = {
  title: 'User grants',
  about: 'Applications that have access to the account of a user.',
  operations: {
    list: { summary: 'Returns a page of the grants of a user, latest expiry first.', errors: ['entity.not_found'] },
    remove: {
      summary: 'Revokes a grant of a user and its tokens.',
      description: 'With its last grant, an application loses access to the organizations of the user.',
      errors: ['entity.not_found'],
    },
    removeApplication: {
      summary: 'Revokes all grants of an application, their tokens and its access to organizations of the user.',
      errors: ['entity.not_found'],
    },
  },
  fields: {
    grantId: { text: 'ID of the grant.', example: 'q5w9e2r6t0yu' },
    id: { text: 'ID of the grant.', example: 'q5w9e2r6t0yu' },
    application: 'Application that has access.',
    'application.id': { text: 'ID of the application.', example: 'a5v9c3n0r2lw' },
    name: { text: 'Name of the application; `null` if it no longer exists.', example: 'Shop' },
    type: 'Type of the application.',
    isThirdParty: { text: 'Whether it is a third-party application.', example: true },
    logoUrl: { text: 'URL of its logo.', example: 'https://shop.example.com/logo.svg' },
    scopes: { text: 'Scopes that were granted.', example: ['openid', 'profile'] },
    permissions: 'Scopes of APIs that were granted, with their descriptions.',
    'permissions.name': { text: 'Name of the permission.', example: 'read:orders' },
    description: { text: 'Description of the permission.', example: 'Reads orders.' },
    organizations: 'Organizations of the user that the application can access, by name, and at most 100 of them.',
    'organizations.id': { text: 'ID of the organization.', example: 'o3h6t1z8y4bk' },
    'organizations.name': { text: 'Name of the organization.', example: 'Acme' },
    hasRefreshToken: 'Whether the application holds a refresh token.',
    grantedAt: { text: 'Time of the consent, in milliseconds since the Unix epoch.', example: 1767225600000 },
    expiresAt: { text: 'Time the grant expires, in milliseconds since the Unix epoch.', example: 1768521600000 },
  },
};

export const userSessionsDoc: ResourceDoc<typeof userSessions> = {
  title: 'User sessions',
  about: 'Active sessions of a user, one per browser.',
  operations: {
    list: { summary: 'Returns a page of the sessions of a user.', errors: ['entity.not_found'] },
    get: { summary: 'Returns a session of a user.', errors: ['entity.not_found'] },
    removeAll: {
      summary: 'Signs a user out everywhere and revokes refresh tokens and opaque access tokens.',
      errors: ['entity.not_found'],
    },
    remove: { summary: 'Ends a session of a user and revokes the tokens issued in it.', errors: ['entity.not_found'] },
  },
  fields: {
    id: { text: 'ID of the session.', example: 'x7Jd0pQm2Lw9' },
    signedInAt: { text: 'Time of the sign-in, in milliseconds since the Unix epoch.', example: 1767225600000 },
    lastActiveAt: {
      text: 'Time the session was last used, in milliseconds since the Unix epoch.',
      example: 1767312000000,
    },
    expiresAt: {
      text: 'Time the session expires unless it is used, in milliseconds since the Unix epoch.',
      example: 1768521600000,
    },
    applications: 'Applications the user reached in this session.',
    'applications.id': { text: 'ID of the application.', example: 'a5v9c3n0r2lw' },
    name: { text: 'Name of the application; `null` if it no longer exists.', example: 'Shop' },
    type: 'Type of the application.',
    isThirdParty: { text: 'Whether it is a third-party application.', example: false },
    scopes: { text: 'Scopes that were granted.', example: ['openid', 'profile'] },
    hasRefreshToken: 'Whether the application holds a refresh token.',
  },
};

export const mfaVerificationsDoc: ResourceDoc<typeof mfaVerifications> = {
  title: 'User MFA factors',
  about: 'MFA factors of a user: authenticator apps, passkeys and backup codes.',
  operations: {
    list: { summary: 'Returns the MFA factors of a user.', errors: ['entity.not_found'] },
    create: {
      summary: 'Adds an authenticator app or backup codes to a user and returns the secret values once.',
      errors: [
        'entity.not_found',
        'user.totp_secret_invalid',
        'user.totp_already_in_use',
        'user.wrong_backup_code_format',
        'user.backup_code_already_in_use',
        'session.mfa.backup_code_can_not_be_alone',
      ],
    },
    removeAll: {
      summary: 'Removes all MFA factors from a user.',
      description: 'The user sets up MFA again at the next sign-in if it is required.',
      errors: ['entity.not_found'],
    },
    remove: { summary: 'Removes an MFA factor from a user.', errors: ['entity.not_found'] },
  },
  fields: {
    id: { text: 'ID of the factor.', example: 'f5r2y9b6h0wt' },
    createdAt: { text: 'Time of creation, in ISO 8601 format.', example: '2026-01-01T00:00:00.000Z' },
    type: 'Type of factor.',
    lastUsedAt: { text: 'Time of last use, in ISO 8601 format.', example: '2026-01-02T08:30:00.000Z' },
    agent: { text: 'Browser the passkey was created in.', example: 'Firefox on Linux' },
    name: { text: 'Name that the user gave the passkey.', example: 'Work laptop' },
    remainCodes: { text: 'Number of unused backup codes.', example: 8 },
    secret: { text: 'Secret of the authenticator app, base32. Generated if missing.', example: 'JBSWY3DPEHPK3PXP' },
    secretQrCode: {
      text: 'QR code of the secret, as a data URL.',
      example: 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=',
    },
    codes: { text: 'Backup codes. Generated if missing.', example: ['4f9a1c0b7e', 'b83d25f6a1'] },
    verificationId: { text: 'ID of the factor.', example: 'f5r2y9b6h0wt' },
  },
};

export const rememberedDevicesDoc: ResourceDoc<typeof rememberedDevices> = {
  title: 'Remembered devices',
  about: 'Browsers in which a user signs in without a second factor for a while.',
  operations: {
    list: {
      summary: 'Returns a page of the remembered devices of a user, newest first.',
      errors: ['entity.not_found'],
    },
    removeAll: { summary: 'Forgets all devices of a user.', errors: ['entity.not_found'] },
    remove: { summary: 'Forgets a device.', errors: ['entity.not_found'] },
  },
  fields: {
    id: { text: 'ID of the device.', example: 'd7k2m9x4q1zp' },
    deviceId: { text: 'ID of the device.', example: 'd7k2m9x4q1zp' },
    lastUsedAt: {
      text: 'Time of the last sign-in without a second factor, in milliseconds since the Unix epoch.',
      example: 1767312000000,
    },
  },
};

export const personalAccessTokensDoc: ResourceDoc<typeof personalAccessTokens> = {
  title: 'Personal access tokens',
  about: 'Long-lived secrets of a user that an application exchanges for access tokens.',
  operations: {
    list: { summary: 'Returns the personal access tokens of a user, oldest first.', errors: ['entity.not_found'] },
    create: {
      summary: 'Creates a personal access token and returns its value once.',
      description:
        'It works until it expires or is deleted, also after the password changes. It stops while the user is suspended.',
      errors: ['entity.not_found', 'request.invalid_input', 'user.personal_access_token_name_exists'],
    },
    rename: {
      summary: 'Renames a personal access token.',
      errors: ['entity.not_found', 'entity.not_exists_with_id', 'user.personal_access_token_name_exists'],
    },
    remove: { summary: 'Deletes a personal access token.', errors: ['entity.not_found', 'entity.not_exists_with_id'] },
  },
  fields: {
    name: { text: 'Name of the token, unique for the user.', example: 'ci' },
    value: {
      text: 'Token. Returned in full on creation, later only its prefix.',
      example: 'pat_9fX2cQ7mL0',
    },
  },
};

export const subjectTokensDoc: ResourceDoc<typeof subjectTokens> = {
  title: 'Subject tokens',
  about: 'Single-use tokens for impersonation through token exchange.',
  operations: { create: { summary: 'Creates a subject token for a user.', errors: ['entity.not_found'] } },
  fields: {
    context: {
      text: 'Data for the custom claims script, as `context.grant.subjectTokenContext`.',
      example: { ticket: '4711' },
    },
    reason: {
      text: 'Why someone acts as the user. With a reason, tokens get the caller as `act` claim, and the audit log shows both.',
      example: 'Ticket 4711: cannot see invoices',
    },
    subjectToken: { text: 'Subject token.', example: 'sub_2mW8kP0xQ6' },
  },
};

export const secretsDoc: ResourceDoc<typeof secrets> = {
  title: 'Stored provider tokens',
  about: 'Access tokens of social and enterprise SSO providers that are stored for users.',
  operations: {
    remove: { summary: 'Deletes the stored tokens of a provider.', errors: ['entity.not_exists_with_id'] },
  },
  fields: { id: { text: 'ID of the stored tokens.', example: 't8q1z5c0n7ve' } },
};
