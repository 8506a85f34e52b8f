// Cloud plans and their limits. `null` is unlimited. The open-source edition has no limits.

const limitKeys = [
  'mauLimit',
  'tokenLimit',
  'applicationsLimit',
  'machineToMachineLimit',
  'thirdPartyApplicationsLimit',
  'resourcesLimit',
  'scopesPerResourceLimit',
  'socialConnectorsLimit',
  'userRolesLimit',
  'machineToMachineRolesLimit',
  'scopesPerRoleLimit',
  'hooksLimit',
  'auditLogsRetentionDays',
  'organizationsLimit',
  'enterpriseSsoLimit',
  'tenantMembersLimit',
  'samlApplicationsLimit',
] as const;
const featureKeys = [
  'mfaEnabled',
  'customJwtEnabled',
  'subjectTokenEnabled',
  'bringYourUiEnabled',
  'collectUserProfileEnabled',
  'idpInitiatedSsoEnabled',
  'securityFeaturesEnabled',
  'rbacEnabled',
] as const;

export type LimitKey = (typeof limitKeys)[number];
export type FeatureKey = (typeof featureKeys)[number];
export type Quota = Record<LimitKey, number | null> & Record<FeatureKey, boolean>;
export type QuotaKey = keyof Quota;

const every = <K extends string, V>(keys: readonly K[], value: V) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>;
const unlimited = every(limitKeys, null);
const allFeatures = every(featureKeys, true);

const free: Quota = {
  ...every(limitKeys, 0),
  ...every(featureKeys, false),
  mauLimit: 50_000,
  tokenLimit: 500_000,
  applicationsLimit: 3,
  machineToMachineLimit: 1,
  resourcesLimit: 1,
  scopesPerResourceLimit: 1,
  socialConnectorsLimit: 3,
  machineToMachineRolesLimit: 1,
  scopesPerRoleLimit: 1,
  hooksLimit: 1,
  auditLogsRetentionDays: 3,
  tenantMembersLimit: 1,
};
const dev: Quota = {
  ...unlimited,
  ...allFeatures,
  mauLimit: 100,
  tokenLimit: 500_000,
  tenantMembersLimit: 20,
  auditLogsRetentionDays: 14,
};
const pro: Quota = {
  ...unlimited,
  ...allFeatures,
  tokenLimit: 1_000_000,
  machineToMachineLimit: 1,
  resourcesLimit: 3,
  hooksLimit: 10,
  auditLogsRetentionDays: 14,
};

const plans: Record<string, Quota> = { free, dev, pro, 'pro-202411': pro, 'pro-202509': pro };
const proPlans = new Set(['pro', 'pro-202411', 'pro-202509']);

/** Any other plan is an enterprise agreement or the console's own, without limits. */
export const quotaOf = (planId: string): Quota => plans[planId] ?? { ...unlimited, ...allFeatures };
export const isPaid = (planId: string): boolean => proPlans.has(planId) || plans[planId] === undefined;

/** A plan that users can select themselves. */
export const isSelectable = (planId: string): boolean => plans[planId] !== undefined;

/** Limits that paid plans can exceed for a fee. */
export const addOnKeys: ReadonlySet<QuotaKey> = new Set([
  'machineToMachineLimit',
  'resourcesLimit',
  'mfaEnabled',
  'organizationsLimit',
  'tenantMembersLimit',
  'enterpriseSsoLimit',
  'hooksLimit',
  'securityFeaturesEnabled',
  'thirdPartyApplicationsLimit',
  'userRolesLimit',
  'machineToMachineRolesLimit',
  'samlApplicationsLimit',
]);
