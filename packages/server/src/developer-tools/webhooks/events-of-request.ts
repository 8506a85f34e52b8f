// The webhook events of a request: those of its change, and the end of a sign-in.

import type { Access, Operation } from '@tessera/contract/kit';
import type { InteractionWebhookEvent } from '@tessera/contract/webhook-events';
import { builtInApplication } from '../../authentication/applications/find-application.ts';
import type { ExperienceState, Interaction } from '../../authentication/experience/interaction.ts';
import type { Written } from '../../infrastructure/database/change.ts';
import type { Transaction } from '../../infrastructure/database/tenant-database.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';
import type { PendingEvent } from './enqueue.ts';
import { type ChangeEvent, eventsOfChange, publicUser } from './events-of-change.ts';

type RequestContext = { tenantId: string; visit: Visit };
/** The rows a change has written, and its name. */
type Done = { operation: string; written: readonly Written[] };
type Answered = { access: Access; operation: Operation; params: unknown; status: number; body: string };

const applicationOf = async ({ tenantId }: RequestContext, tx: Transaction, applicationId: string) => {
  const known =
    builtInApplication(tenantId, applicationId) ??
    (await tx.selectFrom('applications').selectAll().where('id', '=', applicationId).executeTakeFirst());
  if (!known) return {};
  const { id, type, name, description } = known;
  return { application: { id, type, name, description } };
};

const userOf = async (tx: Transaction, id: string | undefined) => {
  const row = id ? await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst() : undefined;
  return row && publicUser(row);
};

const endEvents: Record<ExperienceState['interactionEvent'], InteractionWebhookEvent> = {
  SignIn: 'PostSignIn',
  Register: 'PostRegister',
  ForgotPassword: 'PostResetPassword',
};

const stateOf = ({ details }: Interaction) => (details.result ?? {}) as Partial<ExperienceState>;

/** Common fields of events from sign-in flows. */
const flowFacts = async (ctx: RequestContext, interaction: Interaction, tx: Transaction) => ({
  interactionEvent: stateOf(interaction).interactionEvent,
  sessionId: interaction.id,
  ...(await applicationOf(ctx, tx, interaction.applicationId)),
});

const endOfFlow = (ctx: RequestContext, interaction: Interaction): PendingEvent => {
  const { interactionEvent, userId } = interaction.state();
  return {
    event: endEvents[interactionEvent],
    facts: async (tx) => ({
      ...(await flowFacts(ctx, interaction, tx)),
      userAgent: ctx.visit.userAgent,
      userIp: ctx.visit.ip,
      userId,
      user: await userOf(tx, userId),
    }),
  };
};

/** The path below the API's base URL, as in the contract. */
const pathOf = ({ path }: Operation, params: unknown) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent((params as Record<string, string>)[name] ?? ''));

/** The wire contract calls the ID of these entities `id`, also if more path segments follow. */
const ownId = /^(\/(?:organizations|organization-roles|organization-scopes|organization-invitations)\/:)(\w+)/;

const wireParams = ({ path }: Operation, params: unknown) => {
  const [, , name] = ownId.exec(path) ?? [];
  if (name === undefined) return params;
  const { [name]: id, ...others } = params as Record<string, string>;
  return { id, ...others };
};

const callFacts = ({ operation, params, status }: Answered) => ({
  path: pathOf(operation, params),
  method: operation.method,
  status,
  params: wireParams(operation, params),
  matchedRoute: operation.path.replace(ownId, '$1id'),
});

const scopeFields = ['tenantId', 'id', 'resourceId', 'name', 'description', 'createdAt'] as const;

const dataOf = async (changeEvent: ChangeEvent, { body }: Answered, tx: Transaction) => {
  if (changeEvent.facts === 'answer') return body ? { data: JSON.parse(body) as unknown } : {};
  const { scopeIds, ...facts } = changeEvent.facts as { scopeIds?: string[] };
  if (!scopeIds) return facts;
  return { ...facts, data: await tx.selectFrom('scopes').select(scopeFields).where('id', 'in', scopeIds).execute() };
};

type PayloadOf = (changeEvent: ChangeEvent, transaction: Transaction) => Promise<object>;

const eventsOf = (
  ctx: RequestContext,
  access: Access,
  { operation, written }: Done,
  payloadOf: PayloadOf,
): PendingEvent[] => {
  const { ip, userAgent } = ctx.visit;
  return eventsOfChange(access, operation, written).map((changeEvent) => ({
    event: changeEvent.event,
    facts: async (tx) => ({ ip, userAgent, ...(await payloadOf(changeEvent, tx)) }),
  }));
};

/** Events of a sign-in step, and of the end of the flow. */
export const eventsOfFlow = (ctx: RequestContext, interaction: Interaction, done: Done): PendingEvent[] => {
  const events = eventsOf(ctx, 'interaction', done, async ({ facts }, tx) => ({
    ...(await flowFacts(ctx, interaction, tx)),
    applicationId: interaction.applicationId,
    ...(facts as object),
  }));
  return done.operation === 'user.signed-in' ? [...events, endOfFlow(ctx, interaction)] : events;
};

/** Events of an API call. */
export const eventsOfCall = (ctx: RequestContext, answered: Answered, written: readonly Written[]): PendingEvent[] =>
  eventsOf(
    ctx,
    answered.access,
    { operation: answered.operation.change ?? 'none', written },
    async (changeEvent, tx) => ({
      ...callFacts(answered),
      ...(await dataOf(changeEvent, answered, tx)),
    }),
  );
