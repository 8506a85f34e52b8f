// The sign-in experience of a tenant as the sign-in pages and the checks of a sign-in see it.
import { darkPrimaryColor } from '@tessera/contract/colors';
import type { PublicSignInExperience, SignInExperience } from '@tessera/contract/sign-in-experience';
import { createCache } from '../cache/cache.ts';
import type { Invalidation } from '../cache/invalidation.ts';
import type { Captcha } from '../captcha/read.ts';
import type { Factories } from '../connectors/factories.ts';
import type { CustomPhrases } from '../custom-phrases/read.ts';
import { listFields } from '../custom-profile-fields/list.ts';
import type { Databases } from '../database/tenant-database.ts';
import { adminTenant } from '../http/place.ts';
import type { Ways } from '../messages/ways.ts';
import type { Tenants } from '../tenants/read.ts';
import { offeredConnectors } from './offered-connectors.ts';

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

/** Each may have chosen some of its colors only; a brand color without one for the dark has a lighter shade of itself. */
const colored = (color: Color, { primaryColor, darkPrimaryColor: dark, ...rest }: Partial<Color> = {}): Color => ({
  ...color,
  ...rest,
  ...(primaryColor && { primaryColor, darkPrimaryColor: darkPrimaryColor(primaryColor) }),
  ...(dark && { darkPrimaryColor: dark }),
});

type Parts = {
  databases: Databases;
  invalidation: Invalidation;
  tenants: Tenants;
  edition: 'oss' | 'cloud';
  ways: Ways;
  factories: Factories;
  customPhrases: CustomPhrases;
  captcha: Captcha;
};

export const createSignInExperiences = ({
  databases,
  invalidation,
  tenants,
  edition,
  ways,
  factories,
  customPhrases,
  captcha,
}: Parts) => {
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

  /** By a code, if the tenant wants that and it can be sent. */
  const canRecover = async (tenantId: string, { forgotPasswordMethods }: SignInExperience, method: RecoveryMethod) =>
    (forgotPasswordMethods?.includes(method) ?? true) &&
    (await ways.of(tenantId, method === 'EmailVerificationCode' ? 'Email' : 'Sms')) !== undefined;

  const shown = createCache(invalidation, {
    tables: [
      'signInExperiences',
      'applicationSignInExperiences',
      'organizations',
      'connectors',
      'ssoConnectors',
      'customProfileFields',
      'customPhrases',
      'captchaProviders',
    ],
    load: async (tenantId, key): Promise<PublicSignInExperience> => {
      const [tag, applicationId = '', organizationId = ''] = key.split('/');
      const [experience, application, organization] = await Promise.all([
        own.get(tenantId, 'own'),
        applicationId ? ofApplication(tenantId, applicationId) : undefined,
        organizationId ? ofOrganization(tenantId, organizationId) : undefined,
      ]);
      const captchaConfig = await captcha.shownOf(tenantId, experience.captchaPolicy);
      return {
        ...experience,
        ...filled(application),
        ...filled(organization),
        color: colored(colored(experience.color, application?.color), organization?.color),
        ...(await offeredConnectors(databases.of(tenantId), factories, experience)),
        forgotPassword: {
          email: await canRecover(tenantId, experience, 'EmailVerificationCode'),
          phone: await canRecover(tenantId, experience, 'PhoneVerificationCode'),
        },
        ...(captchaConfig && { captchaConfig }),
        customProfileFields: await fieldsOf(tenantId),
        customLanguages: [...(await customPhrases.of(tenantId)).keys()],
        isDevelopmentTenant: edition === 'cloud' && tenantId !== adminTenant && tag === 'development',
      };
    },
  });

  return {
    of: (tenantId: string) => own.get(tenantId, 'own'),
    /** What people are asked for after they have registered, in order. */
    fieldsOf,
    /** With the looks of an application and an organization laid over it. */
    shown: async (tenantId: string, applicationId = '', organizationId = ''): Promise<PublicSignInExperience> => {
      const { tag } = await tenants.require(tenantId);
      return shown.get(tenantId, `${tag}/${applicationId}/${organizationId}`);
    },
  };
};
