// The features whose texts are a file of their own (packages/phrases/src/{language}/console/{feature}.json), loaded with
// their pages. The texts of `applications` are read as `t('applications.…')`.
import type applications from '@tessera/phrases/en/console/applications.json';
import type auditLogs from '@tessera/phrases/en/console/audit-logs.json';
import type captcha from '@tessera/phrases/en/console/captcha.json';
import type consent from '@tessera/phrases/en/console/consent.json';
import type customJwt from '@tessera/phrases/en/console/custom-jwt.json';
import type customProfileFields from '@tessera/phrases/en/console/custom-profile-fields.json';
import type dashboard from '@tessera/phrases/en/console/dashboard.json';
import type getStarted from '@tessera/phrases/en/console/get-started.json';
import type guides from '@tessera/phrases/en/console/guides.json';
import type mailbox from '@tessera/phrases/en/console/mailbox.json';
import type mfa from '@tessera/phrases/en/console/mfa.json';
import type organizationIntroduction from '@tessera/phrases/en/console/organization-introduction.json';
import type organizationTemplate from '@tessera/phrases/en/console/organization-template.json';
import type organizations from '@tessera/phrases/en/console/organizations.json';
import type resources from '@tessera/phrases/en/console/resources.json';
import type roles from '@tessera/phrases/en/console/roles.json';
import type security from '@tessera/phrases/en/console/security.json';
import type signInExperience from '@tessera/phrases/en/console/sign-in-experience.json';
import type signingKeys from '@tessera/phrases/en/console/signing-keys.json';
import type userImport from '@tessera/phrases/en/console/user-import.json';
import type users from '@tessera/phrases/en/console/users.json';
import type webhooks from '@tessera/phrases/en/console/webhooks.json';

export type FeaturePhrases = {
  applications: typeof applications;
  'audit-logs': typeof auditLogs;
  captcha: typeof captcha;
  consent: typeof consent;
  'custom-jwt': typeof customJwt;
  'custom-profile-fields': typeof customProfileFields;
  dashboard: typeof dashboard;
  'get-started': typeof getStarted;
  guides: typeof guides;
  'organization-introduction': typeof organizationIntroduction;
  mailbox: typeof mailbox;
  mfa: typeof mfa;
  'organization-template': typeof organizationTemplate;
  organizations: typeof organizations;
  resources: typeof resources;
  roles: typeof roles;
  security: typeof security;
  'sign-in-experience': typeof signInExperience;
  'user-import': typeof userImport;
  users: typeof users;
  'signing-keys': typeof signingKeys;
  webhooks: typeof webhooks;
};
