// The cached sign-in experience of a tenant, for the pages and checks of a sign-in.
import { darkPrimaryColor } from '@tessera/contract/colors';
import type { PublicSignInExperience, SignInExperience } from '@tessera/contract/sign-in-experience';
import type { Addresses } from '../../addresses.ts';
import type { Applications } from '../../authorization/oidc/applications-as-clients.ts';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import { isAdminTenant } from '../../infrastructure/http/resolve-request.ts';
import type { Tenants } from '../../platform/tenants/cached-tenants.ts';
import type { Settings } from '../../settings.ts';
import type { Captcha } from '../captcha/cached-captcha.ts';
import type { Factories } from '../connectors/factories.ts';
import type { CustomPhrases } from '../custom-phrases/cached-custom-phrases.ts';
import { listFields } from '../custom-profile-fields/list.ts';
import type { DeliveryChannels } from '../messages/delivery-channels.ts';
import { withConsoleLook } from './console-look.ts';
import { offeredConnectors } from './offered-connectors.ts';
import { shownApplication } from './shown-application.ts';

export type SignInExperiences = ReturnType<typeof createSignInExperiences>;
type Color = PublicSignInExperience['color'];
type RecoveryMethod = NonNullable<SignInExperience['forgotPasswordMethods']>[number];
type Overrides = Partial<
  Pick<PublicSignInExperience, 'displayName' | 'customCss' | 'termsOfUseUrl' | 'privacyPolicyUrl'>
> & { color?: Partial<Color>; branding?: object };

const isFilled = (value: unknown) =>
  value !== null && value !== undefined && (typeof value !== 'object' || Object.keys(value).length > 0);
const filled = (overrides: object | undefined) =>
  Object.fromEntries(Object.entries(overrides ?? {}).filter(([, value]) => isFilled(value)));

/** Partial color overrides; a primary color without a dark variant gets a lighter shade. */
const colored = (color: Color, { primaryColor, darkPrimaryColor: dark, ...rest }: Partial<Color> = {}): Color => ({
  ...color,
  ...rest,
  ...(primaryColor && { primaryColor, darkPrimaryColor: darkPrimaryColor(primaryColor) }),
  ...(dark && { darkPrimaryColor: dark }),
});

type Options = {
  addresses: Pick<Addresses, 'consoleOrigin'>;
  applications: Applications;
  databases: Databases;
  invalidation: Invalidation;
  tenants: Tenants;
  settings: Pick<Settings, 'capabilities' | 'ssoDomainVerification'>;
  deliveryChannels: DeliveryChannels;
  factories: Factories;
  customPhrases: CustomPhrases;
  captcha: Captcha;
};

export const createSignInExperiences = ({
  addresses,
  applications,
  databases,
  invalidation,
  tenants,
  settings,
  deliveryChannels,
  factories,
  customPhrases,
  captcha,
}: Options) => {
  const own = createCache(invalidation, {
    tables: ['signInExperiences'],
    load: async (tenantId): Promise<SignInExperience> => {
      const row = await databases.of(tenantId).selectFrom('signInExperiences').selectAll().executeTakeFirstOrThrow();
      return row as unknown as SignInExperience;
    },
  });

  const ofApplication = async (tenantId: string, id: string): Promise<Overrides | undefined> =>
    databases
      .of(tenantId)
      .selectFrom('applicationSignInExperiences')
      .select(['color', 'branding', 'customCss', 'termsOfUseUrl', 'privacyPolicyUrl', 'displayName'])
      .where('applicationId', '=', id)
      .executeTakeFirst();
  const ofOrganization = async (tenantId: string, id: string): Promise<Overrides | undefined> =>
    databases
      .of(tenantId)
      .selectFrom('organizations')
      .select(['color', 'branding', 'customCss'])
      .where('id', '=', id)
      .executeTakeFirst();

  const fields = createCache(invalidation, {
    tables: ['customProfileFields'],
    load: (tenantId) => listFields(databases.of(tenantId)),
  });
  const fieldsOf = (tenantId: string) => fields.get(tenantId, 'all');

  /** Whether a code can be sent for recovery and the tenant allows it. */
  const canRecover = async (tenantId: string, { forgotPasswordMethods }: SignInExperience, method: RecoveryMethod) =>
    (forgotPasswordMethods?.includes(method) ?? true) &&
    (await deliveryChannels.of(tenantId, method === 'EmailVerificationCode' ? 'Email' : 'Sms')) !== undefined;

  const shown = createCache(invalidation, {
    tables: [
      'signInExperiences',
      'applicationSignInExperiences',
      'organizations',
      'connectors',
      'ssoConnectors',
      'ssoConnectorDomains',
      'customProfileFields',
      'customPhrases',
      'captchaProviders',
      'applications',
      'domains',
    ],
    load: async (tenantId, key): Promise<PublicSignInExperience> => {
      const [tag, applicationId = '', organizationId = ''] = key.split('/');
      const [stored, client, application, organization] = await Promise.all([
        own.get(tenantId, 'own'),
        applicationId ? applications.find(tenantId, applicationId) : undefined,
        applicationId ? ofApplication(tenantId, applicationId) : undefined,
        organizationId ? ofOrganization(tenantId, organizationId) : undefined,
      ]);
      const experience = isAdminTenant(tenantId) ? withConsoleLook(stored, addresses.consoleOrigin) : stored;
      const captchaConfig = await captcha.shownOf(tenantId, experience.captchaPolicy);
      return {
        ...experience,
        ...filled(application),
        ...filled(organization),
        color: colored(colored(experience.color, application?.color), organization?.color),
        ...(await offeredConnectors(databases.of(tenantId), factories, experience, settings.ssoDomainVerification)),
        forgotPassword: {
          email: await canRecover(tenantId, experience, 'EmailVerificationCode'),
          phone: await canRecover(tenantId, experience, 'PhoneVerificationCode'),
        },
        ...(captchaConfig && { captchaConfig }),
        ...(client && { application: shownApplication(client) }),
        customProfileFields: await fieldsOf(tenantId),
        customLanguages: [...(await customPhrases.of(tenantId)).keys()],
        isDevelopmentTenant: settings.capabilities.hasManyTenants && !isAdminTenant(tenantId) && tag === 'development',
      };
    },
  });

  /** Without any address of a console user, recovery would be a dead end. Not cached: users change too often. */
  const withRecovery = async (
    tenantId: string,
    experience: PublicSignInExperience,
  ): Promise<PublicSignInExperience> => {
    const users = databases.of(tenantId).selectFrom('users').select('id').where('primaryEmail', 'is not', null);
    const email = experience.forgotPassword.email && (await users.limit(1).executeTakeFirst()) !== undefined;
    return { ...experience, forgotPassword: { ...experience.forgotPassword, email } };
  };

  return {
    of: (tenantId: string) => own.get(tenantId, 'own'),
    /** Profile fields collected after registration, in order. */
    fieldsOf,
    /** With the branding of an application and organization applied. */
    shown: async (tenantId: string, applicationId = '', organizationId = ''): Promise<PublicSignInExperience> => {
      const { tag } = await tenants.require(tenantId);
      const found = await shown.get(tenantId, `${tag}/${applicationId}/${organizationId}`);
      return isAdminTenant(tenantId) ? withRecovery(tenantId, found) : found;
    },
  };
};
