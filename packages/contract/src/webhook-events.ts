// All webhook events, grouped and in display order. Without a schema, for the browser.

/** Sent at the end of a sign-in, registration or password reset. */
export const interactionWebhookEvents = ['PostRegister', 'PostSignIn', 'PostResetPassword'] as const;
export type InteractionWebhookEvent = (typeof interactionWebhookEvents)[number];

export const webhookEventGroups = {
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
  interaction: interactionWebhookEvents,
} as const;
export type WebhookEventGroup = keyof typeof webhookEventGroups;

export const webhookEvents = [
  ...webhookEventGroups.user,
  ...webhookEventGroups.organization,
  ...webhookEventGroups.role,
  ...webhookEventGroups.organizationRole,
  ...webhookEventGroups.scope,
  ...webhookEventGroups.organizationScope,
  ...webhookEventGroups.interaction,
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export type DataWebhookEvent = Exclude<WebhookEvent, InteractionWebhookEvent>;

/** The key of a delivery in the log. */
export const webhookLogKey = (event: string) => `TriggerHook.${event}`;
