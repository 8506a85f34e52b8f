// What the person did to sign in is kept beside the session, for whoever has to explain or enrich its tokens; and the
// application of a person's first sign-in is remembered with the person.
import { sql } from 'kysely';
import type { Database } from '../database/tenant-database.ts';
import type { Interaction } from '../experience/interaction.ts';
import type { Visit } from '../http/visit.ts';
import { consentUser } from './asked-scopes.ts';

const longestAgent = 512;

export const rememberSubmission = async (
  db: Database,
  interaction: Interaction,
  { ip, userAgent }: Pick<Visit, 'ip' | 'userAgent'>,
) => {
  const userId = consentUser(interaction);
  const { session, lastSubmission } = interaction.details;
  if (session?.uid && lastSubmission) {
    const values = {
      accountId: userId,
      lastSubmission: JSON.stringify(lastSubmission),
      ip,
      userAgent: userAgent.slice(0, longestAgent),
    };
    await db
      .insertInto('oidcSessionExtensions')
      .values({ sessionUid: session.uid, ...values })
      .onConflict((conflict) => conflict.columns(['tenantId', 'sessionUid']).doUpdateSet(values))
      .execute();
  }
  await db
    .updateTable('users')
    .set({ applicationId: interaction.applicationId, updatedAt: sql`updated_at` })
    .where('id', '=', userId)
    .where('applicationId', 'is', null)
    .execute();
};
