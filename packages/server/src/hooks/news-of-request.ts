// What a request has to tell: the events of its change, and the end of a sign-in, each with what is known about it.
import type { InteractionHookEvent } from '@tessera/contract/hook-events';
import type { Access, Operation } from '@tessera/contract/kit';
import { demoApplication } from '../applications/find-application.ts';
import type { Change } from '../database/change.ts';
import type { Transaction } from '../database/tenant-database.ts';
import type { ExperienceState, Interaction } from '../experience/interaction.ts';
import type { Visit } from '../http/visit.ts';
import { demoApp } from '../oidc/applications-as-clients.ts';
import { eventsOfChange, type Happening, shownUser } from './events-of-change.ts';
import type { News } from './tell.ts';

type Parts = { tenantId: string; visit: Visit; change: Change };
type Answered = { access: Access; operation: Operation; params: unknown; status: number; body: string };

const applicationOf = async ({ tenantId }: Parts, tx: Transaction, applicationId: string) => {
  const known =
    applicationId === demoApp
      ? demoApplication(tenantId)
      : await tx.selectFrom('applications').selectAll().where('id', '=', applicationId).executeTakeFirst();
  if (!known) return {};
  const { id, type, name, description } = known;
  return { application: { id, type, name, description } };
};

const userOf = async (tx: Transaction, id: string | undefined) => {
  const row = id ? await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst() : undefined;
  return row && shownUser(row);
};

const endings: Record<ExperienceState['interactionEvent'], InteractionHookEvent> = {
  SignIn: 'PostSignIn',
  Register: 'PostRegister',
  ForgotPassword: 'PostResetPassword',
};

const stateOf = ({ details }: Interaction) => (details.result ?? {}) as Partial<ExperienceState>;

/** What every event of a sign-in flow says about it. */
const flowFacts = async (ctx: Parts, interaction: Interaction, tx: Transaction) => ({
  interactionEvent: stateOf(interaction).interactionEvent,
  sessionId: interaction.details.jti,
  ...(await applicationOf(ctx, tx, interaction.applicationId)),
});

const endOfFlow = (ctx: Parts, interaction: Interaction): News => {
  const { interactionEvent, userId } = interaction.state();
  return {
    event: endings[interactionEvent],
    facts: async (tx) => ({
      ...(await flowFacts(ctx, interaction, tx)),
      userAgent: ctx.visit.userAgent,
      userIp: ctx.visit.ip,
      userId,
      user: await userOf(tx, userId),
    }),
  };
};

/** Below the base address of the API, as the contract writes it. */
const pathOf = ({ path }: Operation, params: unknown) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ''));

const callFacts = ({ operation, params, status }: Answered) => ({
  path: pathOf(operation, params),
  method: operation.method,
  status,
  params,
  matchedRoute: operation.path,
});

const scopeFields = ['tenantId', 'id', 'resourceId', 'name', 'description', 'createdAt'] as const;

const dataOf = async (happening: Happening, { body }: Answered, tx: Transaction) => {
  if (happening.facts === 'answer') return body ? { data: JSON.parse(body) as unknown } : {};
  const { scopeIds, ...facts } = happening.facts as { scopeIds?: string[] };
  if (!scopeIds) return facts;
  return { ...facts, data: await tx.selectFrom('scopes').select(scopeFields).where('id', 'in', scopeIds).execute() };
};

type Told = (happening: Happening, transaction: Transaction) => Promise<object>;

const newsOf = (ctx: Parts, access: Access, operation: string, told: Told): News[] => {
  const { ip, userAgent } = ctx.visit;
  return eventsOfChange(access, operation, ctx.change.written()).map((happening) => ({
    event: happening.event,
    facts: async (tx) => ({ ip, userAgent, ...(await told(happening, tx)) }),
  }));
};

/** What a step of a sign-in flow changed, and the end of the flow. */
export const newsOfFlow = (ctx: Parts, interaction: Interaction, operation: string): News[] => {
  const news = newsOf(ctx, 'interaction', operation, async ({ facts }, tx) => ({
    ...(await flowFacts(ctx, interaction, tx)),
    applicationId: interaction.applicationId,
    ...(facts as object),
  }));
  return operation === 'user.signed-in' ? [...news, endOfFlow(ctx, interaction)] : news;
};

/** What a call to an API changed. */
export const newsOfCall = (ctx: Parts, answered: Answered): News[] =>
  newsOf(ctx, answered.access, answered.operation.change ?? 'none', async (happening, tx) => ({
    ...callFacts(answered),
    ...(await dataOf(happening, answered, tx)),
  }));
