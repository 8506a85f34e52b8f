// The caller of SCIM operations: an identity provider, on behalf of its connector.

/** The connector that the identity provider writes to. */
export type ProvisioningConnector = {
  id: string;
  /** Email domains for which it vouches, verified by DNS if the operator requires it. */
  domains: readonly string[];
  deactivation: 'suspend' | 'leaveOrganizations' | 'delete';
};
export type ScimCaller = { connector: ProvisioningConnector };
