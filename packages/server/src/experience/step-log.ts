// One line in the audit log for each step of an interaction, whether it succeeds or not.
import type { ContextFor } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import type { ExperienceState } from './interaction.ts';

type Ctx = ContextFor<'interaction'>;

export const logged = async <T>(ctx: Ctx, key: string, facts: object, step: () => Promise<T>): Promise<T> => {
  const entry = (result: 'Success' | 'Error', more: object = {}) =>
    ctx.audit(key, {
      result,
      applicationId: ctx.interaction.applicationId,
      interactionId: ctx.interaction.details.jti,
      ...facts,
      ...more,
    });
  try {
    const value = await step();
    entry('Success');
    return value;
  } catch (error) {
    entry('Error', { error: { code: error instanceof RequestError ? error.code : 'server.internal' } });
    throw error;
  }
};

export const eventKey = (state: ExperienceState, step: string) => `Interaction.${state.interactionEvent}.${step}`;
