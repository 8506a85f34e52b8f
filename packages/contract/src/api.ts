// All resources of the product. The server registers every one; the browser imports the type alone.
import { myAccount } from './account.ts';
import { accountCenters } from './account-center.ts';
import { accountVerifications } from './account-verifications.ts';
import { applicationSignInExperiences } from './application-sign-in-experience.ts';
import { applications } from './applications.ts';
import { captchaProviders } from './captcha-provider.ts';
import { configs } from './configs.ts';
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
import { hooks } from './hooks.ts';
import { logs } from './logs.ts';
import { mailbox } from './mailbox.ts';
import { me } from './me.ts';
import { mfaVerifications } from './mfa-verifications.ts';
import { oneTimeTokens } from './one-time-tokens.ts';
import { organizationInvitations } from './organization-invitations.ts';
import { organizationJit } from './organization-jit.ts';
import { organizationApplications, organizationUsers } from './organization-members.ts';
import { organizationRoles, organizationScopes } from './organization-template.ts';
import { organizations } from './organizations.ts';
import { passwordCheck } from './password-check.ts';
import { personalAccessTokens } from './personal-access-tokens.ts';
import { resources } from './resources.ts';
import { roles } from './roles.ts';
import { secrets } from './secrets.ts';
import { sentinelActivities } from './sentinel-activities.ts';
import { signInExperiences } from './sign-in-experience.ts';
import { signingKeys } from './signing-keys.ts';
import { ssoConnectors } from './sso-connectors.ts';
import { subjectTokens } from './subject-tokens.ts';
import { systems } from './systems.ts';
import { tenantMembers, tenants } from './tenants.ts';
import { userAssets } from './user-assets.ts';
import { userIdentities } from './user-identities.ts';
import { userExports, userImports } from './user-imports.ts';
import { userSessions } from './user-sessions.ts';
import { users } from './users.ts';
import { verificationCodes } from './verification-codes.ts';
import { cloudStatus, status, wellKnown } from './well-known.ts';

export const api = {
  accountCenters,
  accountVerifications,
  applicationConsentScopes,
  applicationSignInExperiences,
  applications,
  captchaProviders,
  cloudStatus,
  configs,
  connectorFactories,
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
  hooks,
  logs,
  mailbox,
  me,
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
  passwordCheck,
  personalAccessTokens,
  resources,
  roles,
  secrets,
  sentinelActivities,
  signInExperiences,
  signingKeys,
  status,
  ssoConnectors,
  subjectTokens,
  systems,
  tenantMembers,
  tenants,
  userAssets,
  userExports,
  userIdentities,
  userImports,
  userSessions,
  verificationCodes,
  users,
  wellKnown,
};
export type Api = typeof api;
