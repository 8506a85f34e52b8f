// All resources of the product. The server registers them; the browser imports only the type.
import { myAccount } from './account.ts';
import { accountCenters } from './account-center.ts';
import { accountVerifications } from './account-verifications.ts';
import { applicationHealths } from './application-health.ts';
import { applicationSignInExperiences } from './application-sign-in-experience.ts';
import { applicationTests } from './application-tests.ts';
import { applications } from './applications.ts';
import { auditLogs } from './audit-logs.ts';
import { captchaProviders } from './captcha-provider.ts';
import { clientRegistrations } from './client-registration.ts';
import { configs } from './configs.ts';
import { connectorActivity } from './connector-activity.ts';
import { connectorTestAnswers, connectorTests } from './connector-tests.ts';
import { connectorFactories, connectors } from './connectors.ts';
import { consent } from './consent.ts';
import { consentOrganizations } from './consent-organizations.ts';
import { applicationConsentScopes } from './consent-scopes.ts';
import { customJwt } from './custom-jwt.ts';
import { customPhrases } from './custom-phrases.ts';
import { customProfileFields } from './custom-profile-fields.ts';
import { customUi } from './custom-ui.ts';
import { dashboard } from './dashboard.ts';
import { domains } from './domains.ts';
import { emailTemplates } from './email-templates.ts';
import { experience } from './experience.ts';
import { experienceMfa } from './experience-mfa.ts';
import { hasura } from './hasura.ts';
import { mailbox } from './mailbox.ts';
import { messageTemplates } from './message-templates.ts';
import { mfaVerifications } from './mfa-verifications.ts';
import { oneTimeTokens } from './one-time-tokens.ts';
import { organizationInvitations } from './organization-invitations.ts';
import { organizationJit } from './organization-jit.ts';
import { organizationApplications, organizationUsers } from './organization-members.ts';
import { organizationRoles, organizationScopes } from './organization-template.ts';
import { organizations } from './organizations.ts';
import { passkeySignIn } from './passkey-sign-in.ts';
import { passwordCheck } from './password-check.ts';
import { passwordLinks, userPasswordLinks } from './password-links.ts';
import { personalAccessTokens } from './personal-access-tokens.ts';
import { profile } from './profile.ts';
import { protectedApplications } from './protected-applications.ts';
import { rememberedDevices } from './remembered-devices.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { samlApplications } from './saml-applications.ts';
import { scim } from './scim.ts';
import { scimProvisioning } from './scim-provisioning.ts';
import { secrets } from './secrets.ts';
import { sentinelActivities } from './sentinel-activities.ts';
import { signInExperiences } from './sign-in-experience.ts';
import { signingKeys } from './signing-keys.ts';
import { ssoConnectorTestAnswers, ssoConnectorTests } from './sso-connector-tests.ts';
import { ssoConnectorProviders, ssoConnectors } from './sso-connectors.ts';
import { ssoSetupLinks } from './sso-setup-links.ts';
import { subjectTokens } from './subject-tokens.ts';
import { systems } from './systems.ts';
import { tenantMembers, tenants } from './tenants.ts';
import { userAssets } from './user-assets.ts';
import { userBulkActions } from './user-bulk-actions.ts';
import { userGrants } from './user-grants.ts';
import { userIdentities } from './user-identities.ts';
import { userExports, userImports } from './user-imports.ts';
import { userSessions } from './user-sessions.ts';
import { users } from './users.ts';
import { verificationCodes } from './verification-codes.ts';
import { webhooks } from './webhooks.ts';
import { cloudStatus, status, wellKnown } from './well-known.ts';

export const api = {
  accountCenters,
  accountVerifications,
  applicationConsentScopes,
  applicationHealths,
  applicationSignInExperiences,
  applicationTests,
  applications,
  captchaProviders,
  cloudStatus,
  clientRegistrations,
  configs,
  connectorActivity,
  connectorFactories,
  connectorTestAnswers,
  connectorTests,
  connectors,
  consent,
  consentOrganizations,
  customJwt,
  customPhrases,
  customProfileFields,
  customUi,
  dashboard,
  domains,
  emailTemplates,
  experience,
  experienceMfa,
  hasura,
  webhooks,
  auditLogs,
  mailbox,
  messageTemplates,
  profile,
  protectedApplications,
  myAccount,
  mfaVerifications,
  oneTimeTokens,
  organizationApplications,
  organizationInvitations,
  organizationJit,
  organizationRoles,
  organizationScopes,
  organizations,
  organizationUsers,
  passkeySignIn,
  passwordCheck,
  personalAccessTokens,
  rememberedDevices,
  resources,
  roles,
  samlApplications,
  scim,
  scimProvisioning,
  secrets,
  sentinelActivities,
  signInExperiences,
  signingKeys,
  status,
  ssoConnectorProviders,
  ssoConnectorTestAnswers,
  ssoConnectorTests,
  ssoSetupLinks,
  ssoConnectors,
  subjectTokens,
  systems,
  tenantMembers,
  tenants,
  userAssets,
  userBulkActions,
  userExports,
  userIdentities,
  userImports,
  passwordLinks,
  userPasswordLinks,
  userGrants,
  userSessions,
  verificationCodes,
  users,
  wellKnown,
};
export type Api = typeof api;
