// Revokes grants with everything issued for them. The database closes the organizations that were open to an application
// with its last grant.
import { sql } from 'kysely';
import { hasClientIdIn } from '../../authorization/oidc/client-ids.ts';
import type { Context } from '../../context.ts';
import { issued } from './end-sessions.ts';

export type Revoked = { applicationId: string; grantIds: string[] };
/** One grant, or all grants of an application. */
type Wanted = { grantId: string } | { applicationId: string };

const clientIds = async ({ db }: Pick<Context, 'db'>, applicationId: string): Promise<string[]> => {
  const known = await db
    .selectFrom('applications')
    .select('metadataUrl')
    .where('id', '=', applicationId)
    .executeTakeFirst();
  return [applicationId, ...(known?.metadataUrl ? [known.metadataUrl] : [])];
};

/** `undefined`: there is no such grant. */
export const revokeGrants = async (
  ctx: Pick<Context, 'change' | 'db'>,
  userId: string,
  wanted: Wanted,
): Promise<Revoked | undefined> => {
  const ofApplication = 'applicationId' in wanted ? await clientIds(ctx, wanted.applicationId) : [];
  const tx = await ctx.change.transaction();
  const clientId = sql<string>`payload ->> 'clientId'`;
  const revoked = await tx
    .deleteFrom('oidcModelInstances')
    .where('accountId', '=', userId)
    .where('modelName', '=', 'Grant')
    .where((where) => ('grantId' in wanted ? where('id', '=', wanted.grantId) : where(clientId, 'in', ofApplication)))
    .returning(['id', clientId.as('clientId')])
    .execute();
  const [first] = revoked;
  if (!first) return undefined;
  const grantIds = revoked.map(({ id }) => id);
  await tx
    .deleteFrom('oidcModelInstances')
    .where('accountId', '=', userId)
    .where('modelName', 'in', issued)
    .where('grantId', 'in', grantIds)
    .execute();
  const application = await tx
    .selectFrom('applications')
    .select('id')
    .where(hasClientIdIn([first.clientId]))
    .executeTakeFirst();
  return { applicationId: application?.id ?? first.clientId, grantIds };
};
