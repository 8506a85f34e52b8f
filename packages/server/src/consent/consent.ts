// Consent: what an application of somebody else asks for, and the user's answer. Our own applications are not asked.
import { type ConsentRequest, consent } from '@tessera/contract/consent';
import type { Context, ContextFor } from '../http/context.ts';
import { notFound } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { consentUser, grantScopes, missingScopes } from './grants.ts';
import { rememberSubmission } from './session-extension.ts';

const implied = new Set(['openid', 'offline_access']);

const application = async ({ services, db, tenantId }: Context, id: string) => {
  const known = await services.applications.find(tenantId, id);
  if (!known) throw notFound(id);
  const look = await db
    .selectFrom('applicationSignInExperiences')
    .select(['branding', 'displayName', 'termsOfUseUrl', 'privacyPolicyUrl'])
    .where('applicationId', '=', id)
    .executeTakeFirst();
  return { id, name: known.name, ...(look as Partial<ConsentRequest['application']> | undefined) };
};

const resourceScopes = async ({ db }: Context, missing: Record<string, string[]>) => {
  const indicators = Object.keys(missing);
  if (indicators.length === 0) return [];
  const rows = await db
    .selectFrom('resources')
    .innerJoin('scopes', 'scopes.resourceId', 'resources.id')
    .select([
      'resources.id',
      'resources.name',
      'indicator',
      'scopes.id as scopeId',
      'scopes.name as scope',
      'description',
    ])
    .where('indicator', 'in', indicators)
    .execute();
  return indicators.flatMap((indicator) => {
    const own = rows.filter((row) => row.indicator === indicator && missing[indicator]?.includes(row.scope));
    const [first] = own;
    if (!first) return [];
    return {
      resource: { id: first.id, name: first.name, indicator },
      scopes: own.map(({ scopeId, scope, description }) => ({ id: scopeId, name: scope, description })),
    };
  });
};

export default serve(consent, {
  get: async (ctx) => {
    const { interaction, db } = ctx;
    const missing = missingScopes(interaction);
    const user = await db
      .selectFrom('users')
      .select(['id', 'name', 'avatar', 'username', 'primaryEmail', 'primaryPhone'])
      .where('id', '=', consentUser(interaction))
      .executeTakeFirst();
    if (!user) throw notFound(consentUser(interaction));
    return {
      application: await application(ctx, interaction.applicationId),
      user,
      missingOIDCScope: missing.oidc.filter((scope) => !implied.has(scope)),
      missingResourceScopes: await resourceScopes(ctx, missing.resources),
      redirectUri: String(interaction.details.params.redirect_uri),
    };
  },
  grant: async (ctx) => ({ redirectTo: await giveConsent(ctx) }),
});

/** The same for a person who pressed the button and for our own applications, which have nothing to ask. */
export const giveConsent = async (ctx: Pick<ContextFor<'interaction'>, 'interaction' | 'db' | 'raw'>) => {
  await rememberSubmission(ctx);
  return grantScopes(ctx.interaction, ctx.raw as never, missingScopes(ctx.interaction));
};
