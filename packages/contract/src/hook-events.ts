// Everything that a webhook can tell about, in the order and the groups in which people choose. Used by the browser, so
// without a schema.

/** Told at the end of a sign-in, a registration or a reset of a password. */
export const interactionHookEvents = ['PostRegister', 'PostSignIn', 'PostResetPassword'] as const;
export type InteractionHookEvent = (typeof interactionHookEvents)[number];

export const hookEventGroups = {
  user: ['User.Created', 'User.Deleted', 'User.Data.Updated', 'User.SuspensionStatus.Updated'],
  organization: [
    'Organization.Created',
    'Organization.Deleted',
    'Organization.Data.Updated',
    'Organization.Membership.Updated',
  ],
  role: ['Role.Created', 'Role.Deleted', 'Role.Data.Updated', 'Role.Scopes.Updated'],
  organizationRole: [
    'OrganizationRole.Created',
    'OrganizationRole.Deleted',
    'OrganizationRole.Data.Updated',
    'OrganizationRole.Scopes.Updated',
  ],
  scope: ['Scope.Created', 'Scope.Deleted', 'Scope.Data.Updated'],
  organizationScope: ['OrganizationScope.Created', 'OrganizationScope.Deleted', 'OrganizationScope.Data.Updated'],
  interaction: interactionHookEvents,
} as const;
export type HookEventGroup = keyof typeof hookEventGroups;

export const hookEvents = [
  ...hookEventGroups.user,
  ...hookEventGroups.organization,
  ...hookEventGroups.role,
  ...hookEventGroups.organizationRole,
  ...hookEventGroups.scope,
  ...hookEventGroups.organizationScope,
  ...hookEventGroups.interaction,
] as const;
export type HookEvent = (typeof hookEvents)[number];
export type DataHookEvent = Exclude<HookEvent, InteractionHookEvent>;

/** The key of a delivery in the log. */
export const hookLogKey = (event: string) => `TriggerHook.${event}`;
