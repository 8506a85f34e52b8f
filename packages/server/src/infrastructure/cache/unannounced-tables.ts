// Tables whose changes are not announced to other nodes: NOTIFY takes a database-wide lock at commit, and imports,
// registrations and membership changes of all tenants would wait for it. The list is the same on all nodes, whichever
// tables their caches read, so nodes of a newer release hear of the tables that only they cache. A table is taken off
// the list one release before a cache reads it.
import type { Tables } from '../database/tables.gen.ts';

export const unannouncedTables: ReadonlySet<string> = new Set<keyof Tables>([
  'applicationUserConsentOrganizations',
  'oidcSessionExtensions',
  'oneTimeTokens',
  'organizationApplications',
  'organizationInvitationRoles',
  'organizationInvitations',
  'organizationRoleApplications',
  'organizationRoleUsers',
  'organizationUsers',
  'personalAccessTokens',
  'rememberedDevices',
  'scimGroupMembers',
  'scimGroups',
  'scimMemberships',
  'scimReleasedUsers',
  'scimRoleGrants',
  'scimUserEmails',
  'scimUsers',
  'secrets',
  'sentinelActivities',
  'ssoSetupLinks',
  'subjectTokens',
  'userAssets',
  'userBulkActions',
  'userIdentities',
  'userImports',
  'userSsoIdentities',
  'users',
  'usersRoles',
]);
