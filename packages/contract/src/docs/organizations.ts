// Documents organizations and their members.
import type { organizationApplications, organizationUsers } from '../organization-members.ts';
import type { organizations } from '../organizations.ts';
import { applicationFields } from './application-fields.ts';
import type { ResourceDoc } from './document.ts';

export const organizationsDoc: ResourceDoc<typeof organizations> = {
  title: 'Organizations',
  about: 'Customers, teams or partners, each with members, roles and branding.',
  operations: {
    list: { summary: 'Returns a page of organizations, newest first.' },
    create: { summary: 'Creates an organization.', errors: ['request.feature_not_supported'] },
    get: { summary: 'Returns an organization.', errors: ['entity.not_exists_with_id'] },
    update: {
      summary: 'Updates the given fields of an organization.',
      errors: ['request.feature_not_supported', 'entity.not_exists_with_id'],
    },
    remove: { summary: 'Deletes an organization and its memberships.', errors: ['entity.not_exists_with_id'] },
    ofUser: {
      summary: 'Returns the organizations of a user with the roles they have there.',
      errors: ['entity.not_found'],
    },
    ofApplication: {
      summary: 'Returns the organizations of a machine-to-machine application with the roles it has there.',
      errors: ['entity.not_exists_with_id'],
    },
  },
  fields: {
    id: { text: 'ID of the organization.', example: 'o3h6t1z8y4bk' },
    name: { text: 'Name of the organization.', example: 'Acme' },
    description: { text: 'Description of the organization.', example: 'Pilot customer.' },
    isMfaRequired: {
      text: 'Whether members need MFA to access the organization. Without it, they get no tokens for it, and other tokens lack its permissions.',
      example: false,
    },
    showFeatured: { text: 'Whether to include the number of members and some of them.', example: 'true' },
    usersCount: { text: 'Number of members.', example: 12 },
    featuredUsers: 'Some members.',
    'featuredUsers.id': { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    'featuredUsers.name': { text: 'Full name.', example: 'Jane Doe' },
  },
};

const role = {
  id: { text: 'ID of the organization role.', example: 'or7d2f5j9m0p' },
  name: { text: 'Name of the organization role.', example: 'member' },
  description: { text: 'Description of the organization role.', example: 'Regular member.' },
};

export const organizationUsersDoc: ResourceDoc<typeof organizationUsers> = {
  title: 'Organization members',
  about: 'Users that belong to an organization, and their roles there.',
  operations: {
    list: {
      summary: 'Returns a page of the members of an organization with their roles, last added first.',
      errors: ['entity.not_exists_with_id'],
    },
    add: { summary: 'Adds users to an organization.', errors: ['entity.not_exists_with_id'] },
    replace: { summary: 'Replaces the members of an organization.', errors: ['entity.not_exists_with_id'] },
    remove: { summary: 'Removes a user from an organization.', errors: ['entity.not_exists_with_id'] },
    removeMany: {
      summary: 'Removes several users from an organization. Users who are not members are ignored.',
      errors: ['entity.not_exists_with_id'],
    },
    assignRoles: { summary: 'Assigns organization roles to several members.', errors: ['entity.not_exists_with_id'] },
    listRoles: {
      summary: 'Returns the organization roles of a member.',
      errors: ['entity.not_exists_with_id', 'entity.not_found', 'organization.require_membership'],
    },
    addRoles: {
      summary: 'Assigns organization roles to a member, by ID or by name.',
      errors: ['entity.not_exists_with_id', 'organization.require_membership', 'organization.role_names_not_found'],
    },
    replaceRoles: {
      summary: 'Replaces the organization roles of a member, by ID or by name.',
      errors: ['entity.not_exists_with_id', 'organization.require_membership', 'organization.role_names_not_found'],
    },
    removeRole: {
      summary: 'Removes an organization role from a member.',
      errors: ['entity.not_exists_with_id', 'entity.not_found', 'organization.require_membership'],
    },
    scopes: {
      summary: 'Returns the organization permissions of a member.',
      errors: ['entity.not_exists_with_id', 'entity.not_found', 'organization.require_membership'],
    },
  },
  fields: {
    id: { text: 'ID of the user.', example: 'u8k2m4qs7x1c' },
    name: { text: 'Full name.', example: 'Jane Doe' },
    applicationId: { text: 'ID of the application the user signed up with.', example: 'a5v9c3n0r2lw' },
    organizationRoleNames: { text: 'Names of organization roles.', example: ['admin'] },
    'listRoles.id': role.id,
    'listRoles.name': role.name,
    description: role.description,
    type: 'Whether the role is for users or machine-to-machine applications.',
    'scopes.id': { text: 'ID of the organization permission.', example: 'os4w8e1g6n3q' },
    'scopes.name': { text: 'Name of the organization permission.', example: 'invite:member' },
    'scopes.description': { text: 'Description of the organization permission.', example: 'Invites members.' },
  },
};

export const organizationApplicationsDoc: ResourceDoc<typeof organizationApplications> = {
  title: 'Organization applications',
  about: 'Machine-to-machine applications that belong to an organization, and their roles there.',
  operations: {
    list: {
      summary: 'Returns a page of the applications of an organization with their roles, last added first.',
      errors: ['entity.not_exists_with_id'],
    },
    add: { summary: 'Adds machine-to-machine applications to an organization.', errors: ['entity.not_exists_with_id'] },
    replace: { summary: 'Replaces the applications of an organization.', errors: ['entity.not_exists_with_id'] },
    remove: { summary: 'Removes an application from an organization.', errors: ['entity.not_exists_with_id'] },
    assignRoles: {
      summary: 'Assigns organization roles to several applications.',
      errors: ['entity.not_exists_with_id'],
    },
    listRoles: {
      summary: 'Returns the organization roles of an application.',
      errors: ['entity.not_exists_with_id', 'entity.not_found', 'organization.require_membership'],
    },
    addRoles: {
      summary: 'Assigns organization roles to an application.',
      errors: ['entity.not_exists_with_id', 'entity.not_found', 'organization.require_membership'],
    },
    replaceRoles: {
      summary: 'Replaces the organization roles of an application.',
      errors: ['entity.not_exists_with_id', 'entity.not_found', 'organization.require_membership'],
    },
    removeRole: {
      summary: 'Removes an organization role from an application.',
      errors: ['entity.not_exists_with_id', 'entity.not_found', 'organization.require_membership'],
    },
  },
  fields: {
    ...applicationFields,
    'listRoles.id': role.id,
    'listRoles.name': role.name,
    'listRoles.description': role.description,
    'listRoles.type': {
      text: 'Whether the role is for users or machine-to-machine applications.',
      example: 'MachineToMachine',
    },
  },
};
