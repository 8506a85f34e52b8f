// How far a tenant is set up: what the console's checklist ticks off.
import { primaryColor } from '../../authentication/sign-in-experience/defaults.ts';
import type { Context } from '../../context.ts';

export const readSetup = async ({ db, services, tenantId }: Context) => {
  const [application, active, resources, experience] = await Promise.all([
    db.selectFrom('applications').select(['id', 'name']).orderBy('createdAt', 'desc').limit(1).executeTakeFirst(),
    db.selectFrom('dailyActivity').select('people').where('people', '>', 0).limit(1).executeTakeFirst(),
    // One is the Management API.
    db.selectFrom('resources').select('id').limit(2).execute(),
    services.signInExperiences.of(tenantId),
  ]);
  const { branding, color, customCss, signIn, mfa, socialSignInConnectorTargets, singleSignOnEnabled } = experience;
  return {
    application: application ?? null,
    hasSignIn: active !== undefined,
    hasBranding: Object.keys(branding).length > 0 || color.primaryColor !== primaryColor || Boolean(customCss),
    hasSignInMethods:
      signIn.methods.some(({ identifier }) => identifier !== 'username') ||
      socialSignInConnectorTargets.length > 0 ||
      singleSignOnEnabled,
    hasMfa: mfa.factors.length > 0,
    hasApi: resources.length > 1,
  };
};
