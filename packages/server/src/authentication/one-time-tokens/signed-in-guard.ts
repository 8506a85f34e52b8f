// A signed-in user opens a one-time link: it takes effect, unless it is for another email. Then the user chooses the
// account.

import { enqueueEvents } from '../../developer-tools/webhooks/enqueue.ts';
import { eventTables } from '../../developer-tools/webhooks/events-of-change.ts';
import { eventsOfFlow } from '../../developer-tools/webhooks/events-of-request.ts';
import { openChange } from '../../infrastructure/database/change.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';
import type { Services } from '../../services.ts';
import { joinOrganizations } from '../../user-management/organizations/join.ts';
import type { Interaction } from '../experience/interaction.ts';
import { useToken } from './tokens.ts';

type Options = {
  services: Pick<Services, 'addresses' | 'clock' | 'databases' | 'invalidation' | 'enabledWebhooks'>;
  tenantId: string;
  visit: Visit;
  interaction: Interaction;
};

const operation = 'one-time-token.consumed';

const useFor = async (parts: Options, userId: string, email: string, token: string) => {
  const { services, tenantId, visit, interaction } = parts;
  const listening = await services.enabledWebhooks.of(tenantId);
  const change = openChange({
    db: services.databases.of(tenantId),
    tenantId,
    invalidation: services.invalidation,
    operation,
    requestId: visit.requestId,
    ip: visit.ip,
    actor: () => ({ type: 'user', id: userId }),
  });
  change.onBeforeCommit(eventTables, (written) =>
    enqueueEvents({ services, tenantId, change }, listening, eventsOfFlow(parts, interaction, { operation, written })),
  );
  try {
    const row = await useToken(await change.transaction(), email, token, services.clock.now());
    await change.update('oneTimeTokens', { id: row.id }, { status: 'consumed' });
    const { jitOrganizationIds = [] } = row.context as { jitOrganizationIds?: string[] };
    await joinOrganizations({ change }, userId, jitOrganizationIds);
    await change.commit();
  } catch (error) {
    await change.rollback();
    throw error;
  }
};

/** The URL to redirect to instead, if any. */
export const detourOfToken = async (parts: Options): Promise<string | undefined> => {
  const { services, tenantId, interaction } = parts;
  const { params, session } = interaction.details;
  const { one_time_token: token, login_hint: hint } = params;
  const userId = session?.accountId;
  if (typeof token !== 'string' || typeof hint !== 'string' || !token || !hint || !userId) return undefined;
  const base = services.addresses.at(parts.visit.destination);
  const user = await services.databases
    .of(tenantId)
    .selectFrom('users')
    .select('primaryEmail')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.primaryEmail) throw new RequestError('user.email_not_exist');
  if (user.primaryEmail.toLowerCase() !== hint.toLowerCase()) {
    return `${base}/switch-account?${new URLSearchParams({ login_hint: hint, one_time_token: token })}`;
  }
  try {
    await useFor(parts, userId, hint, token);
    return undefined;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    // Used by the sign-in that leads here.
    if (error.code === 'one_time_token.token_consumed') return undefined;
    // The page has the text, since text in a URL could be written by anyone.
    return `${base}/one-time-token/error?${new URLSearchParams({ error: error.code })}`;
  }
};
