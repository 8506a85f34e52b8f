// Labels of changed fields, as the forms call them. Fields without a form keep their own name.
import { useTranslation } from 'react-i18next';

const common = { name: 'applications.name', description: 'applications.settings.description' };
const person = {
  name: 'users.name',
  username: 'users.username',
  primaryEmail: 'users.email',
  primaryPhone: 'users.phone',
  avatar: 'users.avatar',
  isSuspended: 'users.statuses.suspended',
  primaryEmailVerified: 'users.settings.email_verified',
  primaryPhoneVerified: 'users.settings.phone_verified',
  passwordEncrypted: 'users.password',
  lastSignInAt: 'users.last_sign_in',
  customData: 'users.settings.custom_data',
  profile: 'users.profile',
};
const client = 'oidcClientMetadata';
const custom = 'customClientMetadata';

/** Phrases by table and path. A path that ends in an object of phrases covers the fields below it. */
const labels: Record<string, Record<string, string>> = {
  applications: {
    ...common,
    customData: 'applications.settings.custom_data',
    [`${client}.redirectUris`]: 'applications.settings.redirect_uris',
    [`${client}.postLogoutRedirectUris`]: 'applications.settings.post_logout_uris',
    [`${client}.backchannelLogoutUri`]: 'applications.settings.logout_uri',
    [`${client}.backchannelLogoutSessionRequired`]: 'applications.settings.logout_session',
    [`${custom}.corsAllowedOrigins`]: 'applications.settings.cors_origins',
    [`${custom}.alwaysIssueRefreshToken`]: 'applications.settings.always_issue',
    [`${custom}.rotateRefreshToken`]: 'applications.settings.rotate',
    [`${custom}.refreshTokenTtlInDays`]: 'applications.settings.refresh_ttl',
    [`${custom}.idTokenTtl`]: 'applications.settings.id_ttl',
    [`${custom}.idTokenSignedResponseAlg`]: 'applications.settings.id_algorithm',
    'protectedAppMetadata.origin': 'applications.protected.origin',
    'protectedAppMetadata.pageRules': 'applications.protected.pages.rules',
    'protectedAppMetadata.sessionDuration': 'applications.protected.session.title',
    'protectedAppMetadata.customDomains': 'applications.protected.domain.custom',
  },
  users: person,
  roles: { name: 'roles.name', description: 'roles.description', isDefault: 'roles.general.default' },
  organizations: {
    name: 'organizations.name',
    description: 'organizations.description',
    isMfaRequired: 'organizations.settings.mfa_switch',
    customData: 'organizations.settings.custom_data',
  },
  hooks: {
    name: 'webhooks.name',
    events: 'webhooks.events',
    signingKey: 'webhooks.settings.key',
    'config.url': 'webhooks.url',
    'config.headers': 'webhooks.settings.headers',
    'config.retries': 'webhooks.settings.retries',
  },
  signInExperiences: {
    'color.primaryColor': 'sign-in-experience.fields.primaryColor',
    'color.isDarkModeEnabled': 'sign-in-experience.fields.isDarkModeEnabled',
    'color.darkPrimaryColor': 'sign-in-experience.fields.darkPrimaryColor',
    'branding.logoUrl': 'sign-in-experience.fields.logoUrl',
    'branding.favicon': 'sign-in-experience.fields.favicon',
    'branding.darkLogoUrl': 'sign-in-experience.fields.darkLogoUrl',
    'branding.darkFavicon': 'sign-in-experience.fields.darkFavicon',
    'signUp.identifiers': 'sign-in-experience.fields.signUpIdentifiers',
    'signUp.password': 'sign-in-experience.fields.signUpPassword',
    'signUp.verify': 'sign-in-experience.fields.signUpVerify',
    'signIn.methods': 'sign-in-experience.fields.signInMethods',
    socialSignInConnectorTargets: 'sign-in-experience.fields.socialTargets',
    customCss: 'sign-in-experience.fields.customCss',
    forgotPasswordMethods: 'sign-in-experience.fields.forgotPasswordMethods',
    magicLinkEnabled: 'sign-in-experience.fields.magicLinkEnabled',
    singleSignOnEnabled: 'sign-in-experience.fields.singleSignOnEnabled',
    unknownSessionRedirectUrl: 'sign-in-experience.fields.unknownSessionRedirectUrl',
    termsOfUseUrl: 'sign-in-experience.fields.termsOfUseUrl',
    privacyPolicyUrl: 'sign-in-experience.fields.privacyPolicyUrl',
    agreeToTermsPolicy: 'sign-in-experience.fields.agreeToTermsPolicy',
    supportEmail: 'sign-in-experience.fields.supportEmail',
    supportWebsiteUrl: 'sign-in-experience.fields.supportWebsiteUrl',
    'languageInfo.autoDetect': 'sign-in-experience.fields.autoDetect',
    'languageInfo.fallbackLanguage': 'sign-in-experience.fields.fallbackLanguage',
    'mfa.factors': 'mfa.fields.factors',
    'mfa.policy': 'mfa.fields.prompt',
  },
};

export function useFieldLabel(entity: string) {
  const { t, i18n } = useTranslation();
  const say = (key: string): string | undefined => {
    // The keys come from a table of names, so check that the phrase exists.
    const text: unknown = i18n.exists(key) ? t(key as never) : undefined;
    return typeof text === 'string' ? text : undefined;
  };
  /** The label of the field, or of the object it is in with the rest of its path. */
  return (path: string): string | undefined => {
    const known = labels[entity] ?? {};
    const own = known[path];
    if (own !== undefined) return say(own);
    const [first = '', ...rest] = path.split('.');
    const group = known[first];
    if (group === undefined || rest.length === 0) return undefined;
    const label = say(group);
    return say(`${group}.${rest.at(-1)}`) ?? (label && `${label}: ${rest.join('.')}`);
  };
}
