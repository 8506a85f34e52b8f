// Documents applications.
import type { applicationSignInExperiences } from '../application-sign-in-experience.ts';
import type { applications } from '../applications.ts';
import type { consentOrganizations } from '../consent-organizations.ts';
import type { applicationConsentScopes } from '../consent-scopes.ts';
import { applicationFields } from './application-fields.ts';
import type { ResourceDoc } from './document.ts';

export const applicationsDoc: ResourceDoc<typeof applications> = {
  title: 'Applications',
  about: 'Clients that sign users in or call APIs.',
  operations: {
    list: {
      summary: 'Returns applications, newest first; all of them unless a page is requested.',
      errors: ['request.invalid_input'],
    },
    create: {
      summary: 'Creates an application.',
      description:
        'Confidential clients get a secret named `Default secret`; read it from the secrets of the application.',
      errors: [
        'application.saml.use_saml_app_api',
        'application.protected_app_metadata_is_required',
        'application.protected_app_not_configured',
        'application.invalid_subdomain',
        'application.protected_application_subdomain_exists',
        'application.invalid_third_party_application_type',
      ],
    },
    get: { summary: 'Returns an application.', errors: ['entity.not_exists_with_id'] },
    update: {
      summary: 'Updates the given fields of an application.',
      errors: [
        'entity.not_exists_with_id',
        'application.saml.use_saml_app_api',
        'application.protected_application_only',
        'application.protected_application_misconfigured',
        'application.invalid_third_party_application_type',
      ],
    },
    remove: {
      summary: 'Deletes an application. Its tokens stop working.',
      errors: [
        'application.saml.use_saml_app_api',
        'application.should_delete_custom_domains_first',
        'entity.not_exists_with_id',
      ],
    },
    updateCustomData: {
      summary: 'Merges properties into the custom data of an application.',
      errors: ['application.saml.use_saml_app_api', 'entity.not_exists_with_id'],
    },
    listSecrets: { summary: 'Returns the secrets of an application.', errors: ['entity.not_exists_with_id'] },
    createSecret: {
      summary: 'Creates a secret for an application, and can set when the secret it replaces expires.',
      errors: [
        'entity.not_exists_with_id',
        'entity.db_constraint_violated',
        'request.invalid_input',
        'application.secret_name_exists',
      ],
    },
    renameSecret: {
      summary: 'Renames a secret of an application.',
      errors: ['entity.not_exists_with_id', 'application.secret_name_exists'],
    },
    removeSecret: { summary: 'Deletes a secret of an application.', errors: ['entity.not_exists_with_id'] },
    removeLegacySecret: {
      summary: 'Deletes the secret that an application had before secrets had names.',
      errors: ['entity.not_exists_with_id', 'application.no_legacy_secret_found'],
    },
    listRoles: {
      summary: 'Returns a page of the roles of a machine-to-machine application.',
      errors: ['application.invalid_type', 'entity.not_exists_with_id', 'request.invalid_input'],
    },
    addRoles: {
      summary: 'Assigns roles to a machine-to-machine application.',
      errors: [
        'entity.not_exists_with_id',
        'application.invalid_type',
        'role.internal_role_violation',
        'user.invalid_role_type',
        'application.invalid_role_type',
        'application.role_exists',
        'role.application_exists',
      ],
    },
    replaceRoles: {
      summary: 'Replaces the roles of a machine-to-machine application.',
      errors: [
        'entity.not_exists_with_id',
        'application.invalid_type',
        'role.internal_role_violation',
        'user.invalid_role_type',
        'application.invalid_role_type',
      ],
    },
    removeRole: {
      summary: 'Removes a role from a machine-to-machine application.',
      errors: ['entity.not_exists_with_id', 'application.invalid_type', 'role.internal_role_violation'],
    },
  },
  fields: {
    ...applicationFields,
    types: { text: 'Only applications of these types.', example: 'SPA' },
    'query.isThirdParty': { text: 'Only third-party applications, or only others.', example: 'false' },
    excludeRoleId: { text: 'Excludes applications with this role.', example: 'r1s9k4v7b2xd' },
    excludeOrganizationId: { text: 'Excludes applications of this organization.', example: 'o3h6t1z8y4bk' },
    'create.protectedAppMetadata':
      'Settings of a protected application. Required for that type, and ignored for others.',
    'update.protectedAppMetadata': 'Settings of a protected application. Missing ones are kept.',
    'dnsRecords.type': { text: 'Type of the record.', example: 'CNAME' },
    'dnsRecords.name': { text: 'Name of the record.', example: 'shop.example.com' },
    'dnsRecords.value': { text: 'Value of the record.', example: 'default.domains.example.com' },
    subDomain: { text: 'First part of the host: lowercase letters, digits and hyphens.', example: 'shop' },
    secret: 'Always empty. Read `/applications/{id}/secrets` instead.',
    isAdmin: {
      text: 'Whether the application has a role that grants full access to the Management API.',
      example: false,
    },
    value: { text: 'Client secret.', example: 'K0cV3mQx7sL2pW9d' },
    'listSecrets.name': { text: 'Name of the secret, unique for the application.', example: 'production' },
    'createSecret.name': { text: 'Name of the secret, unique for the application.', example: 'production' },
    replaces: {
      text: 'An unexpired secret of the application that the new one replaces, and when it expires.',
      example: { name: 'production', expiresAt: 1798761600000 },
    },
    lastCharacters: { text: 'Last four characters of the secret.', example: '8Qx1' },
    'renameSecret.name': { text: 'Name of the secret, unique for the application.', example: 'production' },
    'renameSecret.params.name': { text: 'Current name of the secret.', example: 'production' },
    'removeSecret.params.name': { text: 'Name of the secret.', example: 'production' },
    'listRoles.id': { text: 'ID of the role.', example: 'r1s9k4v7b2xd' },
    'listRoles.name': { text: 'Name of the role.', example: 'reporting' },
    'listRoles.description': { text: 'Description of the role.', example: 'Reads reports.' },
    'listRoles.type': {
      text: 'Whether the role is for users or machine-to-machine applications.',
      example: 'MachineToMachine',
    },
    'customClientMetadata.tenantId': { text: 'Tenant the application belongs to in the console.', example: 'default' },
  },
};

export const applicationConsentScopesDoc: ResourceDoc<typeof applicationConsentScopes> = {
  title: 'Consent permissions of applications',
  about: 'Permissions that a third-party application can request from users.',
  operations: {
    get: {
      summary: 'Returns the permissions that a third-party application can request.',
      errors: ['entity.not_exists_with_id', 'application.third_party_application_only'],
    },
    add: {
      summary: 'Allows a third-party application to request more permissions.',
      errors: [
        'entity.not_exists_with_id',
        'application.third_party_application_only',
        'application.user_consent_scopes_not_found',
        'application.consent_management_api_scopes_not_allowed',
      ],
    },
    remove: {
      summary: 'Removes a permission that a third-party application can request.',
      errors: ['entity.not_exists_with_id', 'entity.not_found', 'application.third_party_application_only'],
    },
  },
  fields: {
    id: { text: 'ID of the permission.', example: 's2c7x4l9w1fe' },
    name: { text: 'Name of the permission.', example: 'read:orders' },
    description: { text: 'Description of the permission.', example: 'Reads orders.' },
    'resource.id': { text: 'ID of the API resource.', example: 'p6m0z3q8t5ha' },
    'resource.name': { text: 'Name of the API resource.', example: 'Orders API' },
    organizationScopes: 'Organization permissions.',
    resourceScopes: 'Permissions of API resources.',
    organizationResourceScopes: 'Permissions of API resources that are granted for an organization.',
    userScopes: { text: 'OpenID Connect scopes about the user.', example: ['profile', 'email'] },
    'add.organizationScopes': { text: 'IDs of organization permissions.', example: ['os4w8e1g6n3q'] },
    'add.resourceScopes': { text: 'IDs of permissions of API resources.', example: ['s2c7x4l9w1fe'] },
    'add.organizationResourceScopes': {
      text: 'IDs of permissions of API resources, to be granted for an organization.',
      example: ['s2c7x4l9w1fe'],
    },
    resource: 'API resource.',
    indicator: { text: 'Identifier of the API resource.', example: 'https://api.example.com' },
    scopes: 'Permissions of the API resource.',
    scopeType: {
      text: 'Type of permission: `organization-scopes`, `resource-scopes`, `organization-resource-scopes` or `user-scopes`.',
      example: 'resource-scopes',
    },
  },
};

export const applicationSignInExperiencesDoc: ResourceDoc<typeof applicationSignInExperiences> = {
  title: 'Sign-in experience of applications',
  about: 'Branding of the sign-in pages for one application, and its name on the consent page.',
  operations: {
    get: { summary: 'Returns the sign-in experience of an application.', errors: ['entity.not_exists_with_id'] },
    replace: {
      summary: 'Replaces the sign-in experience of an application.',
      errors: ['entity.not_exists_with_id', 'request.feature_not_supported'],
    },
  },
  fields: { displayName: { text: 'Name of the application on the consent page.', example: 'Acme Shop' } },
};

export const consentOrganizationsDoc: ResourceDoc<typeof consentOrganizations> = {
  title: 'Organizations shared with applications',
  about: 'Organizations that a user has granted a third-party application access to.',
  operations: {
    list: {
      summary: 'Returns a page of the organizations that a user has granted a third-party application access to.',
      errors: ['entity.not_exists_with_id', 'application.third_party_application_only', 'entity.not_found'],
    },
    replace: {
      summary: 'Replaces the organizations that a third-party application can access on behalf of a user.',
      errors: [
        'entity.not_exists_with_id',
        'application.third_party_application_only',
        'entity.not_found',
        'organization.require_membership',
      ],
    },
    add: {
      summary: 'Grants a third-party application access to more organizations of a user.',
      errors: [
        'entity.not_exists_with_id',
        'application.third_party_application_only',
        'entity.not_found',
        'organization.require_membership',
      ],
    },
    remove: {
      summary: "Revokes a third-party application's access to an organization of a user.",
      errors: ['entity.not_exists_with_id', 'application.third_party_application_only', 'entity.not_found'],
    },
  },
  fields: {
    id: { text: 'ID of the application.', example: 'a5v9c3n0r2lw' },
    'organizations.id': { text: 'ID of the organization.', example: 'o3h6t1z8y4bk' },
    name: { text: 'Name of the organization.', example: 'Acme' },
    description: { text: 'Description of the organization.', example: 'Pilot customer.' },
    organizations: 'Organizations.',
    isMfaRequired:
      'Whether members need MFA to access the organization. Without it, they get no tokens for it, and other tokens lack its permissions.',
  },
};
