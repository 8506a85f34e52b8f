// Every resource the server serves. A feature is switched on by its line here.
import myAccount from './account/my-account.ts';
import accountVerifications from './account/verifications.ts';
import accountCenter from './account-center/account-center.ts';
import applications from './applications/applications.ts';
import consentOrganizations from './applications/consent-organizations.ts';
import consentScopes from './applications/consent-scopes.ts';
import applicationSignInExperience from './applications/sign-in-experience.ts';
import captchaProvider from './captcha/captcha-provider.ts';
import configs from './configs/configs.ts';
import { connectorFactoriesServed, connectorsServed } from './connectors/connectors.ts';
import consent from './consent/consent.ts';
import customJwt from './custom-jwt/custom-jwt.ts';
import customPhrases from './custom-phrases/custom-phrases.ts';
import customProfileFields from './custom-profile-fields/custom-profile-fields.ts';
import customUi from './custom-ui/custom-ui.ts';
import dashboard from './dashboard/dashboard.ts';
import domains from './domains/domains.ts';
import emailTemplates from './email-templates/email-templates.ts';
import experience from './experience/experience.ts';
import experienceMfa from './experience/mfa.ts';
import hasura from './hasura/hasura.ts';
import hooks from './hooks/hooks.ts';
import type { Served } from './http/serve.ts';
import logs from './logs/logs.ts';
import mailbox from './mailbox/mailbox.ts';
import me from './me/me.ts';
import mfaVerifications from './mfa/mfa-verifications.ts';
import oneTimeTokens from './one-time-tokens/one-time-tokens.ts';
import organizationInvitations from './organization-invitations/organization-invitations.ts';
import organizationRoles from './organization-template/organization-roles.ts';
import organizationScopes from './organization-template/organization-scopes.ts';
import organizationApplications from './organizations/applications.ts';
import organizationJit from './organizations/jit.ts';
import organizations from './organizations/organizations.ts';
import organizationUsers from './organizations/users.ts';
import personalAccessTokens from './personal-access-tokens/personal-access-tokens.ts';
import resources from './resources/resources.ts';
import roles from './roles/roles.ts';
import secrets from './secrets/secrets.ts';
import sentinelActivities from './sentinel/sentinel-activities.ts';
import passwordCheck from './sign-in-experience/password-check.ts';
import signInExperience from './sign-in-experience/sign-in-experience.ts';
import signingKeys from './signing-keys/signing-keys.ts';
import ssoConnectors from './sso-connectors/sso-connectors.ts';
import subjectTokens from './subject-tokens/subject-tokens.ts';
import systems from './systems/systems.ts';
import tenantMembers from './tenants/members.ts';
import tenants from './tenants/tenants.ts';
import userAssets from './user-assets/user-assets.ts';
import userExports from './user-imports/user-exports.ts';
import userImports from './user-imports/user-imports.ts';
import userIdentities from './users/identities.ts';
import userSessions from './users/sessions.ts';
import users from './users/users.ts';
import verificationCodes from './verification-codes/verification-codes.ts';
import wellKnown, { cloudStatusServed, statusServed } from './well-known/well-known.ts';

export const allServed: Served[] = [
  accountCenter,
  accountVerifications,
  applicationSignInExperience,
  applications,
  captchaProvider,
  cloudStatusServed,
  configs,
  connectorFactoriesServed,
  connectorsServed,
  consent,
  consentOrganizations,
  consentScopes,
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
  signInExperience,
  signingKeys,
  statusServed,
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
];
