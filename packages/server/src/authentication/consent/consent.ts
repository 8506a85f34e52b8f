// Consent handlers for third-party applications. First-party applications skip consent.
import { type ConsentRequest, consent } from '@tessera/contract/consent';
import { testCallbackOf } from '../../authorization/oidc/test-redirects.ts';
import type { Context, ContextFor } from '../../context.ts';
import { type Database, runIn } from '../../infrastructure/database/tenant-database.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { lockUser } from '../../user-management/users/end-sessions.ts';
import { openOrganizations, requireMembership } from '../applications/consent-organizations.ts';
import {
  type AskedScopes,
  askedScopes,
  asksForOrganizations,
  consentUser,
  grantOf,
  missingScopes,
} from './asked-scopes.ts';
import { byResource, consentableScopes } from './consentable-scopes.ts';
import { decide, finishConsent } from './grants.ts';
import { deleteExpiredGrants, openOrganizationIds } from './open-organizations.ts';
import { rememberSubmission } from './session-extension.ts';

type Ctx = ContextFor<'interaction'>;
const implied = new Set(['openid', 'offline_access']);

const application = async ({ services, db, tenantId }: Context, id: string) => {
  const known = await services.applications.find(tenantId, id);
  if (!known) throw notFound(id);
  const look = await db
    .selectFrom('applicationSignInExperiences')
    .select(['branding', 'displayName', 'termsOfUseUrl', 'privacyPolicyUrl'])
    .where('applicationId', '=', id)
    .executeTakeFirst();
  const { name, isSelfRegistered, metadataUrl } = known;
  return {
    id,
    name,
    ...(isSelfRegistered && { isSelfRegistered }),
    ...(metadataUrl !== null && { metadataUrl }),
    ...(look as Partial<ConsentRequest['application']> | undefined),
  };
};

/** Permissions of the organization template apply in every granted organization. */
const organizationPermissions = async ({ db, services }: Context, { resources }: AskedScopes) => {
  const indicator = services.wire.organizationsResource;
  const names = resources[indicator] ?? [];
  if (names.length === 0) return [];
  const scopes = await db
    .selectFrom('organizationScopes')
    .select(['id', 'name', 'description'])
    .where('name', 'in', names)
    .orderBy('name')
    .execute();
  return [{ resource: { id: indicator, name: indicator, indicator }, scopes }];
};

const organizationsOf = ({ db }: Context, userId: string) =>
  db
    .selectFrom('organizations')
    .innerJoin('organizationUsers', 'organizationUsers.organizationId', 'organizations.id')
    .select(['organizations.id', 'organizations.name'])
    .where('organizationUsers.userId', '=', userId)
    .orderBy('organizations.name')
    .orderBy('organizations.id')
    .execute();

/** The scopes the user grants by selecting these organizations. */
const agreedScopes = async (ctx: Ctx, asked: AskedScopes, opened: ReadonlySet<string>): Promise<AskedScopes> => {
  const pair = { applicationId: ctx.interaction.applicationId, userId: consentUser(ctx.interaction) };
  const resources: AskedScopes['resources'] = {};
  const organizationsResource = ctx.services.wire.organizationsResource;
  const ofTemplate = asked.resources[organizationsResource];
  if (ofTemplate) resources[organizationsResource] = ofTemplate;
  for (const { organizationId, indicator, name } of await consentableScopes(ctx.db, pair, asked)) {
    if (organizationId !== null && !opened.has(organizationId)) continue;
    resources[indicator] = [...new Set([...(resources[indicator] ?? []), name])];
  }
  return { oidc: asked.oidc, resources };
};

const submissionOf = (interaction: Ctx['interaction'], visit: Ctx['visit']) => {
  const { session, lastSubmission } = interaction.details;
  return {
    ...{ userId: consentUser(interaction), applicationId: interaction.applicationId },
    ...{ sessionUid: session?.uid, lastSubmission, visit },
  };
};

const consentOf = ({ interaction }: Ctx) => ({
  applicationId: interaction.applicationId,
  clientId: interaction.clientId,
  userId: consentUser(interaction),
});

const addressOf = ({ interaction: { details }, services, visit }: Ctx) =>
  details.deviceCode
    ? { redirectUri: `${services.addresses.at(visit.destination)}/oidc/device`, isDevice: true }
    : { redirectUri: String(details.params.redirect_uri) };

export default serve(consent, {
  get: async (ctx) => {
    const { interaction, db } = ctx;
    const userId = consentUser(interaction);
    const grant = await grantOf(ctx);
    const asked = await askedScopes(ctx, grant);
    const user = await db
      .selectFrom('users')
      .select(['id', 'name', 'avatar', 'username', 'primaryEmail', 'primaryPhone'])
      .where('id', '=', userId)
      .executeTakeFirst();
    if (!user) throw notFound(userId);
    const held = await consentableScopes(db, { applicationId: interaction.applicationId, userId }, asked);
    const organizations = asksForOrganizations(ctx, grant) ? await organizationsOf(ctx, userId) : undefined;
    const open = organizations ? await openOrganizationIds(db, consentOf(ctx)) : new Set();
    return {
      application: await application(ctx, interaction.applicationId),
      user,
      ...(organizations && {
        organizations: organizations.map((organization) => ({
          ...organization,
          isOpen: open.has(organization.id),
          missingResourceScopes: byResource(held.filter(({ organizationId }) => organizationId === organization.id)),
        })),
      }),
      missingOIDCScope: asked.oidc.filter((scope) => !implied.has(scope)),
      missingResourceScopes: [
        ...byResource(held.filter(({ organizationId }) => organizationId === null)),
        ...(await organizationPermissions(ctx, asked)),
      ],
      ...addressOf(ctx),
    };
  },

  grant: async (ctx, { body: { organizationIds = [] } }) => {
    const { interaction } = ctx;
    const pair = { applicationId: interaction.applicationId, userId: consentUser(interaction) };
    ctx.actor = { type: 'user', id: pair.userId };
    const known = await ctx.services.applications.find(ctx.tenantId, pair.applicationId);
    const grant = await grantOf(ctx);
    await requireMembership(ctx, pair.userId, organizationIds);
    // Read everything before the first write, so that the request never waits for a second connection while holding
    // one.
    const asked = known?.isThirdParty ? await askedScopes(ctx, grant) : missingScopes(interaction);
    const opened = new Set([...(await openOrganizationIds(ctx.db, consentOf(ctx))), ...organizationIds]);
    const agreed = known?.isThirdParty ? await agreedScopes(ctx, asked, opened) : asked;
    decide(grant, agreed, asked);
    const tx = await ctx.change.transaction();
    await lockUser(tx, pair.userId);
    await deleteExpiredGrants(tx, consentOf(ctx));
    await openOrganizations(ctx, pair, organizationIds);
    await rememberSubmission(runIn(tx), submissionOf(interaction, ctx.visit));
    return { redirectTo: await finishConsent(tx, interaction, grant) };
  },

  deny: async ({ db, interaction, services, tenantId }) => {
    consentUser(interaction);
    const { details, provider, clientId } = interaction;
    const redirectUri = String(details.params.redirect_uri);
    // The library doesn't check it again before it answers there, and it may have been removed meanwhile.
    const client = await provider.Client.find(clientId);
    const isTest = redirectUri === testCallbackOf(services.addresses.tenant(tenantId));
    const isAllowed = details.deviceCode ?? (isTest || client?.redirectUriAllowed(redirectUri));
    if (!isAllowed) throw new RequestError('oidc.invalid_redirect_uri');
    return { redirectTo: await interaction.denyIn(db) };
  },
});

/** First-party applications need no consent, even if a one-time token was processed first. */
export const consentSilently = async (
  db: Database,
  asking: Parameters<typeof grantOf>[0],
  visit: Ctx['visit'],
): Promise<string> => {
  const { interaction } = asking;
  const grant = await grantOf(asking);
  const asked = missingScopes(interaction);
  decide(grant, asked, asked);
  await rememberSubmission(runIn(db), submissionOf(interaction, visit));
  return finishConsent(db, interaction, grant);
};
