// The documentation of every resource. A resource without one does not compile.
import type { Api } from '../api.ts';
import { myAccountDoc } from './account.ts';
import { accountVerificationsDoc } from './account-verifications.ts';
import { applicationHealthDoc } from './application-health.ts';
import { applicationTestsDoc } from './application-tests.ts';
import {
  applicationConsentScopesDoc,
  applicationSignInExperiencesDoc,
  applicationsDoc,
  consentOrganizationsDoc,
} from './applications.ts';
import { resourcesDoc, rolesDoc } from './authorization.ts';
import { tenantMembersDoc, tenantsDoc } from './cloud.ts';
import { connectorActivityDoc } from './connector-activity.ts';
import { connectorTestAnswersDoc, connectorTestsDoc } from './connector-tests.ts';
import {
  connectorFactoriesDoc,
  connectorsDoc,
  emailTemplatesDoc,
  mailboxDoc,
  oneTimeTokensDoc,
  verificationCodesDoc,
} from './connectors.ts';
import { customJwtDoc } from './custom-jwt.ts';
import { customProfileFieldsDoc } from './custom-profile-fields.ts';
import { auditLogsDoc, signingKeysDoc, webhooksDoc } from './developer-tools.ts';
import type { ResourceDoc } from './document.ts';
import { experienceDoc } from './experience.ts';
import { consentDoc, experienceMfaDoc } from './experience-mfa.ts';
import { messageTemplatesDoc } from './message-templates.ts';
import {
  organizationInvitationsDoc,
  organizationJitDoc,
  organizationRolesDoc,
  organizationScopesDoc,
} from './organization-template.ts';
import { organizationApplicationsDoc, organizationsDoc, organizationUsersDoc } from './organizations.ts';
import { passkeySignInDoc } from './passkey-sign-in.ts';
import { passwordLinksDoc, userPasswordLinksDoc } from './password-links.ts';
import { profileDoc } from './profile.ts';
import { protectedApplicationsDoc } from './protected-applications.ts';
import { cloudStatusDoc, hasuraDoc, statusDoc, wellKnownDoc } from './public.ts';
import { samlApplicationsDoc } from './saml-applications.ts';
import { scimDoc } from './scim.ts';
import { scimProvisioningDoc } from './scim-provisioning.ts';
import {
  captchaProvidersDoc,
  customPhrasesDoc,
  customUiDoc,
  passwordCheckDoc,
  sentinelActivitiesDoc,
  signInExperiencesDoc,
} from './sign-in-experience.ts';
import { ssoConnectorTestAnswersDoc, ssoConnectorTestsDoc } from './sso-connector-tests.ts';
import { ssoConnectorProvidersDoc, ssoConnectorsDoc } from './sso-connectors.ts';
import { ssoSetupLinksDoc } from './sso-setup-links.ts';
import {
  accountCentersDoc,
  clientRegistrationsDoc,
  configsDoc,
  dashboardDoc,
  domainsDoc,
  systemsDoc,
} from './tenant-settings.ts';
import { userBulkActionsDoc } from './user-bulk-actions.ts';
import { userAssetsDoc, userExportsDoc, userImportsDoc } from './user-imports.ts';
import {
  mfaVerificationsDoc,
  personalAccessTokensDoc,
  rememberedDevicesDoc,
  secretsDoc,
  subjectTokensDoc,
  userGrantsDoc,
  userIdentitiesDoc,
  userSessionsDoc,
  usersDoc,
} from './users.ts';

/** In reference order. */
export const apiDocs: { [K in keyof Api]: ResourceDoc<Api[K]> } = {
  users: usersDoc,
  userIdentities: userIdentitiesDoc,
  userGrants: userGrantsDoc,
  userSessions: userSessionsDoc,
  userPasswordLinks: userPasswordLinksDoc,
  mfaVerifications: mfaVerificationsDoc,
  personalAccessTokens: personalAccessTokensDoc,
  rememberedDevices: rememberedDevicesDoc,
  subjectTokens: subjectTokensDoc,
  secrets: secretsDoc,
  userBulkActions: userBulkActionsDoc,
  userImports: userImportsDoc,
  userExports: userExportsDoc,
  userAssets: userAssetsDoc,
  applications: applicationsDoc,
  applicationConsentScopes: applicationConsentScopesDoc,
  applicationHealths: applicationHealthDoc,
  applicationSignInExperiences: applicationSignInExperiencesDoc,
  applicationTests: applicationTestsDoc,
  consentOrganizations: consentOrganizationsDoc,
  resources: resourcesDoc,
  roles: rolesDoc,
  organizations: organizationsDoc,
  organizationUsers: organizationUsersDoc,
  organizationApplications: organizationApplicationsDoc,
  organizationScopes: organizationScopesDoc,
  organizationRoles: organizationRolesDoc,
  organizationInvitations: organizationInvitationsDoc,
  organizationJit: organizationJitDoc,
  signInExperiences: signInExperiencesDoc,
  customUi: customUiDoc,
  customPhrases: customPhrasesDoc,
  customProfileFields: customProfileFieldsDoc,
  passwordCheck: passwordCheckDoc,
  captchaProviders: captchaProvidersDoc,
  sentinelActivities: sentinelActivitiesDoc,
  connectors: connectorsDoc,
  connectorFactories: connectorFactoriesDoc,
  connectorActivity: connectorActivityDoc,
  connectorTests: connectorTestsDoc,
  ssoConnectors: ssoConnectorsDoc,
  ssoConnectorProviders: ssoConnectorProvidersDoc,
  ssoConnectorTests: ssoConnectorTestsDoc,
  ssoSetupLinks: ssoSetupLinksDoc,
  scimProvisioning: scimProvisioningDoc,
  protectedApplications: protectedApplicationsDoc,
  samlApplications: samlApplicationsDoc,
  scim: scimDoc,
  emailTemplates: emailTemplatesDoc,
  messageTemplates: messageTemplatesDoc,
  verificationCodes: verificationCodesDoc,
  oneTimeTokens: oneTimeTokensDoc,
  mailbox: mailboxDoc,
  webhooks: webhooksDoc,
  auditLogs: auditLogsDoc,
  signingKeys: signingKeysDoc,
  customJwt: customJwtDoc,
  accountCenters: accountCentersDoc,
  clientRegistrations: clientRegistrationsDoc,
  configs: configsDoc,
  dashboard: dashboardDoc,
  domains: domainsDoc,
  systems: systemsDoc,
  passwordLinks: passwordLinksDoc,
  connectorTestAnswers: connectorTestAnswersDoc,
  ssoConnectorTestAnswers: ssoConnectorTestAnswersDoc,
  wellKnown: wellKnownDoc,
  hasura: hasuraDoc,
  status: statusDoc,
  myAccount: myAccountDoc,
  accountVerifications: accountVerificationsDoc,
  profile: profileDoc,
  experience: experienceDoc,
  experienceMfa: experienceMfaDoc,
  passkeySignIn: passkeySignInDoc,
  consent: consentDoc,
  tenants: tenantsDoc,
  tenantMembers: tenantMembersDoc,
  cloudStatus: cloudStatusDoc,
};
