// Who runs a test of a connector or an application, as stored with it. Only its creator reads the result.
import type { Context } from '../context.ts';

export const creatorOf = ({ actor: { type, id } }: Pick<Context, 'actor'>): string => `${type}:${id}`;

/** For the audit log. */
export const actorOf = (createdBy: string) => {
  const [type, id] = createdBy.split(':');
  return { type, id };
};
