// Documents the organization template, invitations and just-in-time provisioning.
import type { organizationInvitations } from '../organization-invitations.ts';
import type { organizationJit } from '../organization-jit.ts';
import type { organizationRoles, organizationScopes } from '../organization-template.ts';
import type { ResourceDoc } from './document.ts';

const organizationScope = {
  id: { text: 'ID of the organization permission.', example: 'os4w8e1g6n3q' },
  name: { text: 'Name of the organization permission, without spaces.', example: 'invite:member' },
  description: { text: 'Description of the organization permission.', example: 'Invites members.' },
};
const organizationRole = {
  id: { text: 'ID of the organization role.', example: 'or7d2f5j9m0p' },
  name: { text: 'Name of the organization role.', example: 'admin' },
  description: { text: 'Description of the organization role.', example: 'Manages members.' },
  type: 'Whether the role is for users or machine-to-machine applications.',
};

export const organizationScopesDoc: ResourceDoc<typeof organizationScopes> = {
  title: 'Organization permissions',
  about: 'Permissions that all organizations of a tenant share.',
  operations: {
    list: { summary: 'Returns organization permissions, newest first; all of them unless a page is requested.' },
    create: {
      summary: 'Creates an organization permission.',
      errors: ['scope.name_with_space', 'entity.unique_integrity_violation'],
    },
    usage: {
      summary: 'Returns how many organization roles have an organization permission.',
      errors: ['entity.not_exists_with_id'],
    },
    get: { summary: 'Returns an organization permission.', errors: ['entity.not_exists_with_id'] },
    update: {
      summary: 'Updates the given fields of an organization permission.',
      errors: ['scope.name_with_space', 'entity.not_exists_with_id', 'entity.unique_integrity_violation'],
    },
    remove: { summary: 'Deletes an organization permission.', errors: ['entity.not_exists_with_id'] },
  },
  fields: {
    ...organizationScope,
    roles: { text: 'Number of organization roles with the permission.', example: 3 },
  },
};

export const organizationRolesDoc: ResourceDoc<typeof organizationRoles> = {
  title: 'Organization roles',
  about: 'Roles that all organizations of a tenant share.',
  operations: {
    list: { summary: 'Returns a page of organization roles with their permissions, newest first.' },
    create: {
      summary: 'Creates an organization role.',
      errors: ['role.management_api_scopes_not_assignable_to_user_role', 'entity.unique_integrity_violation'],
    },
    usage: {
      summary: 'Returns how many users and applications have an organization role, and in how many organizations.',
      errors: ['entity.not_exists_with_id'],
    },
    get: { summary: 'Returns an organization role.', errors: ['entity.not_exists_with_id'] },
    update: {
      summary: 'Updates the given fields of an organization role.',
      errors: [
        'entity.not_exists_with_id',
        'role.management_api_scopes_not_assignable_to_user_role',
        'entity.unique_integrity_violation',
      ],
    },
    remove: { summary: 'Deletes an organization role.', errors: ['entity.not_exists_with_id'] },
    listScopes: {
      summary: 'Returns the organization permissions of an organization role.',
      errors: ['entity.not_exists_with_id'],
    },
    addScopes: {
      summary: 'Adds organization permissions to an organization role.',
      errors: ['entity.not_exists_with_id'],
    },
    replaceScopes: {
      summary: 'Replaces the organization permissions of an organization role.',
      errors: ['entity.not_exists_with_id'],
    },
    removeScope: {
      summary: 'Removes an organization permission from an organization role.',
      errors: ['entity.not_exists_with_id'],
    },
    listResourceScopes: {
      summary: 'Returns the API permissions of an organization role.',
      errors: ['entity.not_exists_with_id'],
    },
    addResourceScopes: {
      summary: 'Adds API permissions to an organization role.',
      errors: ['entity.not_exists_with_id', 'role.management_api_scopes_not_assignable_to_user_role'],
    },
    replaceResourceScopes: {
      summary: 'Replaces the API permissions of an organization role.',
      errors: ['entity.not_exists_with_id', 'role.management_api_scopes_not_assignable_to_user_role'],
    },
    removeResourceScope: {
      summary: 'Removes an API permission from an organization role.',
      errors: ['entity.not_exists_with_id'],
    },
  },
  fields: {
    ...organizationRole,
    users: { text: 'Number of users with the role.', example: 12 },
    applications: { text: 'Number of applications with the role.', example: 2 },
    organizations: { text: 'Number of organizations where the role is assigned.', example: 4 },
    scopes: 'Organization permissions of the role.',
    'scopes.id': organizationScope.id,
    'scopes.name': organizationScope.name,
    resourceScopes: 'API permissions of the role.',
    'resourceScopes.id': { text: 'ID of the permission.', example: 's2c7x4l9w1fe' },
    'resourceScopes.name': { text: 'Name of the permission.', example: 'read:orders' },
    resource: 'API resource of the permission.',
    'resource.id': { text: 'ID of the API resource.', example: 'p6m0z3q8t5ha' },
    'resource.name': { text: 'Name of the API resource.', example: 'Orders API' },
    resourceScopeIds: { text: 'IDs of API permissions.', example: ['s2c7x4l9w1fe'] },
    'listScopes.id': organizationScope.id,
    'listScopes.name': organizationScope.name,
    'listScopes.description': organizationScope.description,
    'listResourceScopes.id': { text: 'ID of the permission.', example: 's2c7x4l9w1fe' },
    'listResourceScopes.name': { text: 'Name of the permission.', example: 'read:orders' },
    'listResourceScopes.description': { text: 'Description of the permission.', example: 'Reads orders.' },
  },
};

export const organizationInvitationsDoc: ResourceDoc<typeof organizationInvitations> = {
  title: 'Organization invitations',
  about: 'Invitations to join an organization by email.',
  operations: {
    list: { summary: 'Returns organization invitations, newest first; all of them unless a page is requested.' },
    create: {
      summary: 'Invites an email address to an organization.',
      description: 'With `messagePayload`, an email is sent through the email connector.',
      errors: [
        'request.invalid_input',
        'entity.not_exists_with_id',
        'connector.not_found',
        'connector.invalid_config',
        'connector.general',
      ],
    },
    get: { summary: 'Returns an organization invitation.', errors: ['entity.not_exists_with_id'] },
    remove: { summary: 'Deletes an organization invitation.', errors: ['entity.not_exists_with_id'] },
    updateStatus: {
      summary: 'Accepts an invitation for a user, or revokes it.',
      errors: ['entity.not_exists_with_id', 'request.invalid_input'],
    },
    sendMessage: {
      summary: 'Resends the invitation email.',
      errors: [
        'entity.not_exists_with_id',
        'request.invalid_input',
        'connector.not_found',
        'connector.invalid_config',
        'connector.general',
      ],
    },
  },
  fields: {
    id: { text: 'ID of the invitation.', example: 'n8w3l6t0d5mz' },
    invitationId: { text: 'ID of the invitation.', example: 'n8w3l6t0d5mz' },
    inviterId: { text: 'ID of the user who invites.', example: 'u8k2m4qs7x1c' },
    name: organizationRole.name,
    invitee: { text: 'Email address of the invitee.', example: 'sam@example.com' },
    acceptedUserId: { text: 'ID of the user who accepted.', example: 'u2p7z9q4m0xc' },
    status: 'State of the invitation.',
    messagePayload:
      'Values for the email template `OrganizationInvitation`: `link`, `code`, `locale` and `uiLocales`. Organization and inviter are added. `false` sends no email.',
    code: { text: 'Code shown in the email.', example: '482913' },
    link: { text: 'URL where the invitation is accepted.', example: 'https://app.example.com/join?id=n8w3l6t0d5mz' },
    uiLocales: { text: 'Preferred languages of the sign-in pages, separated by spaces.', example: 'de en' },
  },
};

export const organizationJitDoc: ResourceDoc<typeof organizationJit> = {
  title: 'Just-in-time provisioning',
  about: 'Just-in-time provisioning of organization members when they sign up or sign in.',
  operations: {
    listEmailDomains: {
      summary: 'Returns a page of the email domains whose users join an organization.',
      errors: ['entity.not_exists_with_id'],
    },
    addEmailDomain: {
      summary: 'Adds an email domain whose users join an organization.',
      errors: ['entity.not_exists_with_id', 'entity.unique_integrity_violation'],
    },
    replaceEmailDomains: {
      summary: 'Replaces the email domains whose users join an organization.',
      errors: ['entity.not_exists_with_id'],
    },
    removeEmailDomain: { summary: 'Removes an email domain.', errors: ['entity.not_exists_with_id'] },
    listRoles: {
      summary: 'Returns the organization roles that provisioned users get.',
      errors: ['entity.not_exists_with_id'],
    },
    addRoles: { summary: 'Adds organization roles that provisioned users get.', errors: ['entity.not_exists_with_id'] },
    replaceRoles: {
      summary: 'Replaces the organization roles that provisioned users get.',
      errors: ['entity.not_exists_with_id'],
    },
    removeRole: {
      summary: 'Removes an organization role that provisioned users get.',
      errors: ['entity.not_exists_with_id'],
    },
    listSsoConnectors: {
      summary: 'Returns the enterprise SSO connectors whose users join an organization.',
      errors: ['entity.not_exists_with_id'],
    },
    addSsoConnectors: {
      summary: 'Adds enterprise SSO connectors whose users join an organization.',
      errors: ['entity.not_exists_with_id'],
    },
    replaceSsoConnectors: {
      summary: 'Replaces the enterprise SSO connectors whose users join an organization.',
      errors: ['entity.not_exists_with_id'],
    },
    removeSsoConnector: { summary: 'Removes an enterprise SSO connector.', errors: ['entity.not_exists_with_id'] },
  },
  fields: {
    ...organizationRole,
    emailDomain: { text: 'Email domain.', example: 'example.com' },
    emailDomains: { text: 'Email domains.', example: ['example.com'] },
    'listSsoConnectors.id': { text: 'ID of the enterprise SSO connector.', example: 'e4b8h1u6d3zs' },
    'listSsoConnectors.branding': { text: 'Name and logo of the provider.', example: { displayName: 'Acme' } },
    providerName: { text: 'Type of identity provider.', example: 'OIDC' },
    connectorName: { text: 'Name of the enterprise SSO connector.', example: 'Acme Okta' },
    domains: { text: 'Email domains whose users sign in with it.', example: ['example.com'] },
    syncProfile: { text: 'Whether each sign-in updates the name and avatar of the user.', example: false },
    enableTokenStorage: { text: 'Whether tokens of the provider are stored.', example: false },
  },
};
