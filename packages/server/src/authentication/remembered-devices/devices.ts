// Remembers the browser of a user who has verified a second factor. Each user has their own cookie there, with a new
// secret each time, so that neither another user nor another site knows it.
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import { sql } from 'kysely';
import { cookiesOf } from '../../authorization/oidc/cookies.ts';
import type { Context, ContextFor } from '../../context.ts';
import { digestOf } from '../../infrastructure/database/digest.ts';
import { readCookie } from '../../infrastructure/http/read-cookie.ts';
import { random } from '../../random.ts';

type Ctx = ContextFor<'interaction'>;
type Mfa = SignInExperience['mfa'];

const secondsPerDay = 86_400;
const userAgentLength = 256;

const cookieOf = ({ services: { addresses }, tenantId, visit }: Ctx, userId: string) => {
  const { own, options } = cookiesOf(addresses, tenantId, addresses.at(visit.destination));
  return { name: own(`_device_${digestOf(userId).slice(0, 16)}`), options };
};

/** How long devices are remembered; undefined if they are not. */
export const rememberDays = ({ rememberedDevices }: Mfa): number | undefined =>
  rememberedDevices?.enabled ? rememberedDevices.days : undefined;

/** Notes the use of this browser if it is remembered for this user by the current settings. `false`: it is not. */
export const recognizeDevice = async (ctx: Ctx, mfa: Mfa, userId: string): Promise<boolean> => {
  const days = rememberDays(mfa);
  const secret = days && readCookie(ctx.raw.request, cookieOf(ctx, userId).name);
  if (!secret) return false;
  const row = await ctx.db
    .selectFrom('rememberedDevices')
    .select('id')
    .where('userId', '=', userId)
    .where('secret', '=', digestOf(secret))
    .where('expiresAt', '>', sql<number>`now()`)
    .where('createdAt', '>', sql<number>`now() - make_interval(days => ${days})`)
    .executeTakeFirst();
  if (!row) return false;
  await ctx.change.touch('rememberedDevices', { id: row.id }, { lastUsedAt: ctx.services.clock.now() });
  return true;
};

export const rememberDevice = async (ctx: Ctx, mfa: Mfa, userId: string): Promise<void> => {
  const days = rememberDays(mfa);
  if (days === undefined) return;
  const { name, options } = cookieOf(ctx, userId);
  const secret = random.secret();
  const { userAgent, ip } = ctx.visit;
  await ctx.change.insert('rememberedDevices', {
    id: random.id(),
    userId,
    secret: digestOf(secret),
    userAgent: userAgent?.slice(0, userAgentLength) ?? null,
    ip: ip ?? null,
    expiresAt: ctx.services.clock.now() + days * secondsPerDay * 1000,
  });
  const attributes = [
    `${name}=${secret}`,
    `Path=${options.path}`,
    `Max-Age=${days * secondsPerDay}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(options.secure ? ['Secure'] : []),
  ];
  ctx.answer.headers['set-cookie'] = attributes.join('; ');
};

/** Forgets one device, or all. `false`: there is no such device. */
export const forgetDevices = async ({ change }: Pick<Context, 'change'>, userId: string, id?: string) => {
  const tx = await change.transaction();
  const devices = await tx
    .selectFrom('rememberedDevices')
    .select('id')
    .where('userId', '=', userId)
    .$if(id !== undefined, (rest) => rest.where('id', '=', id ?? ''))
    .execute();
  const ids = devices.map((device) => device.id);
  if (ids.length > 0) await change.removeAll('rememberedDevices', { userId }, 'id', ids);
  return ids.length > 0;
};
