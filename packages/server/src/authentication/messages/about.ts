// Template variables about a message's origin: the application, its organization and the user, if known.
import type { MessagePayload } from '@tessera/connectors/connector';
import type { Context } from '../../context.ts';

type About = {
  applicationId: string;
  organizationId?: unknown;
  userId?: string | undefined;
  uiLocales?: unknown;
};

const isGiven = (value: unknown): value is string => typeof value === 'string' && value !== '';

const applicationOf = async ({ services, tenantId }: Context, id: string) => {
  const { name = '' } = (await services.applications.find(tenantId, id)) ?? {};
  const { displayName, branding } = await services.signInExperiences.shown(tenantId, id);
  return { id, name, displayName: displayName || name, branding };
};

const organizationOf = ({ db }: Context, id: string) =>
  db.selectFrom('organizations').select(['id', 'name', 'branding']).where('id', '=', id).executeTakeFirst();

const userOf = ({ db }: Context, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'username', 'primaryEmail', 'primaryPhone', 'avatar', 'profile'])
    .where('id', '=', id)
    .executeTakeFirst();

export const aboutMessage = async (
  ctx: Context,
  { applicationId, organizationId, userId, uiLocales }: About,
): Promise<MessagePayload> => {
  const organization = isGiven(organizationId) ? await organizationOf(ctx, organizationId) : undefined;
  const user = userId ? await userOf(ctx, userId) : undefined;
  return {
    application: await applicationOf(ctx, applicationId),
    ...(organization && { organization }),
    ...(user && { user }),
    ...(isGiven(uiLocales) && { uiLocales }),
  };
};
