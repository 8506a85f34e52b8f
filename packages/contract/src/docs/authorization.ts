// Documents API resources and roles.
import type { resources } from '../resources.ts';
import type { roles } from '../roles.ts';
import { applicationFields } from './application-fields.ts';
import type { ResourceDoc } from './document.ts';

export const resourcesDoc: ResourceDoc<typeof resources> = {
  title: 'API resources',
  about: 'APIs that access tokens are issued for, and their permissions.',
  operations: {
    list: { summary: 'Returns API resources, newest first; all of them unless a page is requested.' },
    create: { summary: 'Creates an API resource.', errors: ['resource.resource_identifier_in_use'] },
    get: { summary: 'Returns an API resource.', errors: ['entity.not_exists_with_id'] },
    update: {
      summary: 'Updates the given fields of an API resource.',
      errors: ['entity.not_exists_with_id', 'resource.cannot_modify_management_api'],
    },
    setDefault: {
      summary: 'Sets or unsets an API resource as the default.',
      errors: ['entity.not_exists_with_id', 'resource.cannot_modify_management_api'],
    },
    remove: {
      summary: 'Deletes an API resource and its permissions.',
      errors: ['entity.not_exists_with_id', 'resource.cannot_delete_management_api'],
    },
    listScopes: {
      summary: 'Returns a page of the permissions of an API resource, newest first.',
      errors: ['entity.not_exists_with_id', 'request.invalid_input'],
    },
    createScope: {
      summary: 'Creates a permission of an API resource.',
      errors: [
        'entity.not_exists_with_id',
        'resource.cannot_modify_management_api',
        'scope.name_with_space',
        'scope.name_exists',
      ],
    },
    updateScope: {
      summary: 'Updates a permission of an API resource.',
      errors: [
        'entity.not_exists_with_id',
        'resource.cannot_modify_management_api',
        'scope.name_with_space',
        'scope.name_exists',
      ],
    },
    scopeUsage: {
      summary: 'Returns how many roles and third-party applications have a permission.',
      errors: ['entity.not_exists_with_id'],
    },
    removeScope: {
      summary: 'Deletes a permission of an API resource.',
      errors: ['entity.not_exists_with_id', 'resource.cannot_modify_management_api'],
    },
  },
  fields: {
    id: { text: 'ID of the API resource.', example: 'p6m0z3q8t5ha' },
    name: { text: 'Name of the API resource.', example: 'Orders API' },
    indicator: {
      text: 'Absolute URI that identifies the API: `resource` in requests, `aud` in tokens.',
      example: 'https://api.example.com',
    },
    roles: { text: 'Number of roles with the permission.', example: 3 },
    organizationRoles: { text: 'Number of organization roles with the permission.', example: 1 },
    applications: { text: 'Number of third-party applications that may request the permission.', example: 2 },
    isDefault: 'Whether this API is used if a token request has no `resource`.',
    accessTokenTtl: { text: 'Lifetime of access tokens, in seconds. Default: 3600.', example: 3600 },
    includeScopes: { text: 'Whether to include the permissions.', example: 'true' },
    scopes: 'Permissions of the API resource.',
    'scopes.id': { text: 'ID of the permission.', example: 's2c7x4l9w1fe' },
    'scopes.name': { text: 'Name of the permission, without spaces.', example: 'read:orders' },
    description: { text: 'Description of the permission.', example: 'Reads orders.' },
    'listScopes.id': { text: 'ID of the permission.', example: 's2c7x4l9w1fe' },
    'listScopes.name': { text: 'Name of the permission, without spaces.', example: 'read:orders' },
    'createScope.id': { text: 'ID of the permission.', example: 's2c7x4l9w1fe' },
    'createScope.name': { text: 'Name of the permission, without spaces.', example: 'read:orders' },
    'updateScope.id': { text: 'ID of the permission.', example: 's2c7x4l9w1fe' },
    'updateScope.name': { text: 'Name of the permission, without spaces.', example: 'read:orders' },
  },
};

export const rolesDoc: ResourceDoc<typeof roles> = {
  title: 'Roles',
  about: 'Groups of permissions, assigned to users or machine-to-machine applications.',
  operations: {
    list: {
      summary: 'Returns a page of roles with some of their holders, newest first.',
      errors: ['request.invalid_input'],
    },
    create: {
      summary: 'Creates a role.',
      errors: [
        'role.internal_role_violation',
        'user.invalid_role_type',
        'entity.not_exists_with_id',
        'role.management_api_scopes_not_assignable_to_user_role',
        'role.name_in_use',
      ],
    },
    get: { summary: 'Returns a role.', errors: ['entity.not_exists_with_id'] },
    update: {
      summary: 'Updates the given fields of a role.',
      errors: [
        'entity.not_exists_with_id',
        'role.internal_role_violation',
        'user.invalid_role_type',
        'role.name_in_use',
      ],
    },
    remove: {
      summary: 'Deletes a role. Its holders lose the permissions.',
      errors: ['entity.not_exists_with_id', 'role.internal_role_violation'],
    },
    listScopes: {
      summary: 'Returns the permissions of a role with their API resources, newest first.',
      errors: ['entity.not_exists_with_id', 'request.invalid_input'],
    },
    addScopes: {
      summary: 'Adds permissions to a role.',
      errors: [
        'entity.not_exists_with_id',
        'role.management_api_scopes_not_assignable_to_user_role',
        'role.internal_role_violation',
        'role.scope_exists',
      ],
    },
    removeScope: {
      summary: 'Removes a permission from a role.',
      errors: ['entity.not_exists_with_id', 'role.internal_role_violation'],
    },
    listUsers: {
      summary: 'Returns a page of the users with a role, last assigned first.',
      errors: ['entity.not_exists_with_id', 'request.invalid_input'],
    },
    addUsers: {
      summary: 'Assigns a role to users.',
      errors: [
        'entity.not_exists_with_id',
        'role.internal_role_violation',
        'entity.not_found',
        'user.invalid_role_type',
        'role.user_exists',
      ],
    },
    removeUser: {
      summary: 'Removes a role from a user.',
      errors: ['entity.not_exists_with_id', 'role.internal_role_violation', 'entity.not_found'],
    },
    listApplications: {
      summary: 'Returns a page of the machine-to-machine applications with a role, last assigned first.',
      errors: ['entity.not_exists_with_id', 'request.invalid_input'],
    },
    addApplications: {
      summary: 'Assigns a role to machine-to-machine applications.',
      errors: [
        'entity.not_exists_with_id',
        'role.internal_role_violation',
        'application.invalid_type',
        'application.invalid_role_type',
        'role.application_exists',
      ],
    },
    removeApplication: {
      summary: 'Removes a role from a machine-to-machine application.',
      errors: ['entity.not_exists_with_id', 'role.internal_role_violation'],
    },
  },
  fields: {
    ...applicationFields,
    id: { text: 'ID of the role.', example: 'r1s9k4v7b2xd' },
    name: { text: 'Name of the role, unique in the tenant.', example: 'editor' },
    description: { text: 'Description of the role.', example: 'Edits articles.' },
    type: 'Whether the role is for users or machine-to-machine applications.',
    isDefault: { text: 'Whether new users get the role.', example: false },
    excludeUserId: { text: 'Excludes roles of this user.', example: 'u8k2m4qs7x1c' },
    excludeApplicationId: { text: 'Excludes roles of this application.', example: 'a5v9c3n0r2lw' },
    usersCount: { text: 'Number of users with the role.', example: 3 },
    featuredUsers: 'Some users with the role.',
    'featuredUsers.id': { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    'featuredUsers.name': { text: 'Full name.', example: 'Jane Doe' },
    applicationsCount: { text: 'Number of applications with the role.', example: 0 },
    featuredApplications: 'Some applications with the role.',
    'featuredApplications.id': { text: 'ID of the application.', example: 'a5v9c3n0r2lw' },
    'featuredApplications.name': { text: 'Name of the application.', example: 'Nightly reports' },
    'featuredApplications.type': { text: 'Type of the application.', example: 'MachineToMachine' },
    hasManagementApiAccess: { text: 'Whether the role grants full access to the Management API.', example: false },
    resource: 'API resource of the permission.',
    'resource.id': { text: 'ID of the API resource.', example: 'p6m0z3q8t5ha' },
    'resource.name': { text: 'Name of the API resource.', example: 'Orders API' },
    'resource.isDefault': 'Whether it is the default API resource.',
    indicator: { text: 'Identifier of the API resource.', example: 'https://api.example.com' },
    accessTokenTtl: { text: 'Lifetime of access tokens, in seconds.', example: 3600 },
    'listScopes.id': { text: 'ID of the permission.', example: 's2c7x4l9w1fe' },
    'listScopes.name': { text: 'Name of the permission.', example: 'read:orders' },
    'listScopes.description': { text: 'Description of the permission.', example: 'Reads orders.' },
    'addScopes.id': { text: 'ID of the permission.', example: 's2c7x4l9w1fe' },
    'addScopes.name': { text: 'Name of the permission.', example: 'read:orders' },
    'addScopes.description': { text: 'Description of the permission.', example: 'Reads orders.' },
    'listUsers.id': { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    'listUsers.name': { text: 'Full name.', example: 'Jane Doe' },
    'listUsers.applicationId': { text: 'ID of the application the user signed up with.', example: 'a5v9c3n0r2lw' },
    'listApplications.id': { text: 'ID of the application.', example: 'a5v9c3n0r2lw' },
    'listApplications.name': { text: 'Name of the application.', example: 'Nightly reports' },
    'listApplications.description': { text: 'Description of the application.', example: 'Builds reports.' },
    'listApplications.type': { text: 'Type of the application.', example: 'MachineToMachine' },
    secret: 'Always empty. Read `/applications/{id}/secrets` instead.',
  },
};
