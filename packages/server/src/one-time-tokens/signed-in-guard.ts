// Somebody who is signed in already follows a link that was sent to them: it does what it was sent for, unless it was
// sent to somebody else. Then the person decides which account they want.
import { openChange } from '../database/change.ts';
import type { Interaction } from '../experience/interaction.ts';
import { eventTables } from '../hooks/events-of-change.ts';
import { newsOfFlow } from '../hooks/news-of-request.ts';
import { tellHooks } from '../hooks/tell.ts';
import { RequestError } from '../http/request-error.ts';
import type { Visit } from '../http/visit.ts';
import { joinOrganizations } from '../organizations/join.ts';
import type { Services } from '../services.ts';
import { useToken } from './tokens.ts';

type Parts = { services: Services; tenantId: string; visit: Visit; interaction: Interaction };

const operation = 'one-time-token.consumed';

const useFor = async (parts: Parts, userId: string, email: string, token: string) => {
  const { services, tenantId, visit, interaction } = parts;
  const listening = await services.listeningHooks.of(tenantId);
  const change = openChange({
    db: services.databases.of(tenantId),
    tenantId,
    invalidation: services.invalidation,
    operation,
    watched: eventTables,
    requestId: visit.requestId,
    actor: () => ({ type: 'user', id: userId }),
  });
  try {
    const row = await useToken(await change.transaction(), email, token, services.clock.now());
    await change.update('oneTimeTokens', { id: row.id }, { status: 'consumed' });
    const { jitOrganizationIds = [] } = row.context as { jitOrganizationIds?: string[] };
    await joinOrganizations({ change }, userId, jitOrganizationIds);
    const news = newsOfFlow({ tenantId, visit, change }, interaction, operation);
    await tellHooks({ services, tenantId, change }, listening, news);
    await change.commit();
  } catch (error) {
    await change.rollback();
    throw error;
  }
};

/** Where the browser has to go instead, if anywhere. */
export const detourOfToken = async (parts: Parts): Promise<string | undefined> => {
  const { services, tenantId, interaction } = parts;
  const { params, session } = interaction.details;
  const { one_time_token: token, login_hint: hint } = params;
  const userId = session?.accountId;
  if (typeof token !== 'string' || typeof hint !== 'string' || !token || !hint || !userId) return undefined;
  const base = services.addresses.at(parts.visit.place);
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
    // By the very sign-in that leads here.
    if (error.code === 'one_time_token.token_consumed') return undefined;
    // The page has the words for it: what an address says could have been written by anybody.
    return `${base}/one-time-token/error?${new URLSearchParams({ error: error.code })}`;
  }
};
