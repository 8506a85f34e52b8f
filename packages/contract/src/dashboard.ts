// Total, new and active users of a tenant, sign-ins, and how far it is set up. Days are in UTC.
import * as z from 'zod/mini';
import { matches, satisfies } from './field-issues.ts';
import { id } from './fields.ts';
import { get, resource } from './kit.ts';

/** A number and its change over the previous period. */
const compared = z.object({ count: z.number(), delta: z.number() });

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return time >= 0 && new Date(time).toISOString().startsWith(text);
};
const day = z.string().check(matches(/^\d{4}-\d{2}-\d{2}$/, 'day'), satisfies(isDay, 'day'));

export const activeUsers = z.object({
  dauCurve: z.array(z.object({ date: z.string(), count: z.number() })),
  dau: compared,
  wau: compared,
  mau: compared,
});
export type ActiveUsers = z.output<typeof activeUsers>;

/** `succeeded` by method counts verifications, in total and by application finished sign-ins. */
const attempts = z.object({ succeeded: z.number(), failed: z.number() });
export const signIns = z.object({
  total: attempts,
  methods: z.array(z.extend(attempts, { method: z.string() })),
  /** The busiest ones. */
  applications: z.array(z.extend(attempts, { applicationId: z.string(), name: z.nullable(z.string()) })),
});
export type SignIns = z.output<typeof signIns>;

export const setup = z.object({
  /** The newest one. */
  application: z.nullable(z.object({ id, name: z.string() })),
  hasSignIn: z.boolean(),
  hasBranding: z.boolean(),
  hasSignInMethods: z.boolean(),
  hasMfa: z.boolean(),
  hasApi: z.boolean(),
});

export const dashboard = resource('dashboard', 'management', {
  totalUsers: get('/dashboard/users/total', {
    response: z.object({ totalUserCount: z.number() }),
    mayLag: true,
  }),
  newUsers: get('/dashboard/users/new', {
    response: z.object({ today: compared, last7Days: compared }),
    mayLag: true,
  }),
  activeUsers: get('/dashboard/users/active', {
    query: z.object({ date: z.optional(day) }),
    response: activeUsers,
    mayLag: true,
  }),
  signIns: get('/dashboard/sign-ins', {
    query: z.object({
      date: z.optional(day),
      days: z.optional(z.coerce.number<number | string>().check(z.int(), z.minimum(1), z.maximum(366))),
    }),
    response: signIns,
    mayLag: true,
  }),
  setup: get('/dashboard/setup', { response: setup }),
});
