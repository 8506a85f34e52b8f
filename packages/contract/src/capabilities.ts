// The capabilities of each edition. This is the only place that compares editions.
export type Edition = 'oss' | 'cloud';

export const capabilitiesOf = (edition: Edition) => {
  const isCloud = edition === 'cloud';
  return {
    /** Console users create tenants, have a role in each, and reach them through the cloud API. */
    hasManyTenants: isCloud,
    /** Tenants have plans with limits. */
    hasPlans: isCloud,
    /** The operator provides a list of disposable email domains. */
    hasDisposableEmailList: isCloud,
    /** Requests for guides are collected in the console instead of the issues of the project. */
    hasGuideRequests: isCloud,
    /** The tenant `default` is served at the root, with the console below `/console`. */
    hasRootTenant: !isCloud,
    /** The first user to register at the console becomes its administrator. */
    hasFirstRun: !isCloud,
    /** Console users sign in with a username. */
    hasConsoleUsernames: !isCloud,
    /** All tenants without a connector have the mailbox, not only development tenants. */
    hasMailboxForAll: !isCloud,
    /** Tenants prove by DNS that an email domain is theirs, unless the operator says otherwise. */
    hasDomainVerification: isCloud,
    /** All tenants are the operator's own, so their markup may be shown on an origin they share. */
    hasOwnTenantsOnly: !isCloud,
  };
};
export type Capabilities = ReturnType<typeof capabilitiesOf>;
