// How many people a tenant has, how many are new, and how many were active. Days are those of UTC.
import * as z from 'zod/mini';
import { get, resource } from './kit.ts';

/** A number, and by how much it differs from that of the days before. */
const compared = z.object({ count: z.number(), delta: z.number() });

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return time >= 0 && new Date(time).toISOString().startsWith(text);
};
const day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/), z.refine(isDay, 'must be a day since 1970-01-01'));

export const activeUsers = z.object({
  dauCurve: z.array(z.object({ date: z.string(), count: z.number() })),
  dau: compared,
  wau: compared,
  mau: compared,
});
export type ActiveUsers = z.output<typeof activeUsers>;

export const dashboard = resource('dashboard', 'management', {
  totalUsers: get('/dashboard/users/total', { response: z.object({ totalUserCount: z.number() }) }),
  newUsers: get('/dashboard/users/new', { response: z.object({ today: compared, last7Days: compared }) }),
  activeUsers: get('/dashboard/users/active', {
    query: z.object({ date: z.optional(day) }),
    response: activeUsers,
  }),
});
