// Writes one audit log entry per interaction step, on success and on failure.
import type { InteractionKey, InteractionStep, LogKey } from '@tessera/contract/audit-log-keys';
import type { ContextFor } from '../../context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { ExperienceState } from './interaction.ts';

type Ctx = ContextFor<'interaction'>;

const logOf = (error: unknown) => {
  if (!(error instanceof RequestError)) return { code: 'server.internal' };
  const { code, extras } = error;
  return { code, ...(extras.reason && { message: extras.reason }) };
};

/** Adds facts learned during a step. */
type Note = (facts: object) => void;

export const logged = async <T>(ctx: Ctx, key: LogKey, facts: object, step: (note: Note) => Promise<T>): Promise<T> => {
  const noted = {};
  const entry = (result: 'Success' | 'Error', more: object = {}) =>
    ctx.audit(key, {
      result,
      applicationId: ctx.interaction.applicationId,
      interactionId: ctx.interaction.id,
      userId: ctx.interaction.knownUserId(),
      ...facts,
      ...noted,
      ...more,
    });
  try {
    const value = await step((more) => void Object.assign(noted, more));
    entry('Success');
    return value;
  } catch (error) {
    entry('Error', { error: logOf(error) });
    throw error;
  }
};

export const eventKey = ({ interactionEvent }: ExperienceState, step: InteractionStep): InteractionKey =>
  `Interaction.${interactionEvent}.${step}`;
