// One line in the audit log for each step of an interaction, whether it succeeds or not.
import type { InteractionKey, InteractionStep, LogKey } from '@tessera/contract/log-keys';
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import type { ExperienceState } from './interaction.ts';

type Ctx = ContextFor<'interaction'>;

/** What turns out about a step while it is taken. */
type Note = (facts: object) => void;

export const logged = async <T>(ctx: Ctx, key: LogKey, facts: object, step: (note: Note) => Promise<T>): Promise<T> => {
  const noted = {};
  const entry = (result: 'Success' | 'Error', more: object = {}) =>
    ctx.audit(key, {
      result,
      applicationId: ctx.interaction.applicationId,
      interactionId: ctx.interaction.details.jti,
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
    entry('Error', { error: { code: error instanceof RequestError ? error.code : 'server.internal' } });
    throw error;
  }
};

export const eventKey = ({ interactionEvent }: ExperienceState, step: InteractionStep): InteractionKey =>
  `Interaction.${interactionEvent}.${step}`;
