// The only way to write a user's row. Each call names its writer; the rules are checked while the row is locked, on the
// row as it will be stored.
import type { Insertable, Selectable } from 'kysely';
import { factorsIn } from '../../authentication/mfa/factors.ts';
import { revokePasswordLinks } from '../../authentication/password-links/revoke-links.ts';
import { forgetDevices } from '../../authentication/remembered-devices/devices.ts';
import type { Context } from '../../context.ts';
import type { UsersTable } from '../../infrastructure/database/tables.gen.ts';
import { endOtherSessions, endSignIns, type KeptSession, noticeEndsOfUser } from './end-sessions.ts';
import { type OwnValueRules, type OwnValues, requireOwnValues } from './own-values.ts';
import { requireSize, requireWritable, type UserColumns, type Writer } from './write-rules.ts';

type Row = Selectable<UsersTable>;
type NewRow = Insertable<UsersTable>;
type Ctx = Pick<Context, 'change' | 'services' | 'tenantId'>;
/** A patch function runs once the row is locked. */
export type UserPatch = UserColumns | ((before: Row) => UserColumns);
export type WriteOptions = {
  /** The sessions that survive a new password: all, one, or by default none. Pending sign-ins never do. */
  keep?: 'all' | KeptSession;
};

export const ownValueRules = async ({ services, tenantId }: Omit<Ctx, 'change'>): Promise<OwnValueRules> => ({
  fields: await services.signInExperiences.fieldsOf(tenantId),
  center: await services.accountCenters.of(tenantId),
});

/** Keeps the readable types of factors in step with the encrypted factors. */
const withFactorTypes = <Columns extends Pick<NewRow, 'mfaVerifications'>>(columns: Columns): Columns => {
  if (columns.mfaVerifications === undefined) return columns;
  const types = new Set(factorsIn(columns.mfaVerifications as unknown[]).map(({ type }) => type));
  return { ...columns, mfaFactors: [...types] };
};

/** Once an administrator decides on a suspension, a reactivation by SCIM no longer lifts it. */
const takeOverSuspension = async ({ change }: Ctx, userId: string): Promise<void> => {
  await change.update('scimUsers', { userId }, ({ isSuspended }) => (isSuspended ? { isSuspended: false } : {}));
  await change.remove('scimReleasedUsers', { userId });
};

/** A factor may be removed because another person has it. */
const losesFactor = (before: Row, { mfaVerifications }: UserColumns): boolean => {
  if (mfaVerifications === undefined) return false;
  const kept = new Set(factorsIn(mfaVerifications as unknown[]).map(({ id }) => id));
  return factorsIn(before.mfaVerifications).some(({ id }) => !kept.has(id));
};

/** The columns to write to the locked row, if this writer may. */
const patched = async (
  ctx: Ctx,
  writer: Writer,
  before: Row,
  patch: UserPatch,
  rules?: OwnValueRules,
): Promise<UserColumns> => {
  const columns = typeof patch === 'function' ? patch(before) : patch;
  requireWritable(writer, before, columns, rules);
  // The database ends the sessions of suspended users, so their applications are notified first.
  if (columns.isSuspended && !before.isSuspended) await noticeEndsOfUser(ctx, before.id);
  if (columns.isSuspended !== undefined && writer.kind !== 'provisioning') await takeOverSuspension(ctx, before.id);
  if (losesFactor(before, columns)) await forgetDevices(ctx, before.id);
  return withFactorTypes(columns);
};

/** A new password ends what the old one, a link to set one, or a remembered device could open. */
const followPassword = async (ctx: Ctx, userId: string, keep?: 'all' | KeptSession): Promise<void> => {
  await revokePasswordLinks(ctx, userId);
  await forgetDevices(ctx, userId);
  if (keep === 'all') await endSignIns(await ctx.change.transaction(), userId);
  else if (keep) await endOtherSessions(ctx, userId, keep);
};

/** `undefined`: there is no such user. */
export const writeUser = async (
  ctx: Ctx,
  writer: Writer,
  userId: string,
  patch: UserPatch,
  { keep = {} }: WriteOptions = {},
): Promise<Row | undefined> => {
  const rules = writer.kind === 'signIn' ? await ownValueRules(ctx) : undefined;
  let setsPassword = false;
  const row = await ctx.change.update('users', { id: userId }, async (before) => {
    const columns = await patched(ctx, writer, before, patch, rules);
    setsPassword = columns.passwordEncrypted !== undefined;
    return columns;
  });
  // The sign-in pages only set a password for users without one, so nothing was opened with another.
  if (setsPassword) await followPassword(ctx, userId, writer.kind === 'signIn' ? undefined : keep);
  return row;
};

/** Users updated by an import, by ID. */
export const writeUsers = async (ctx: Ctx, patches: ReadonlyMap<string, UserPatch>): Promise<void> => {
  const withNewPassword: string[] = [];
  await ctx.change.updateAll('users', [...patches.keys()], async (before) => {
    const columns = await patched(ctx, { kind: 'administrator' }, before, patches.get(before.id) ?? {});
    if (columns.passwordEncrypted !== undefined) withNewPassword.push(before.id);
    return columns;
  });
  for (const userId of withNewPassword) await followPassword(ctx, userId, {});
};

export const insertUser = async (
  ctx: Ctx,
  creator: 'registration' | 'administrator' | 'provisioning',
  row: NewRow,
): Promise<Row> => {
  if (creator === 'registration') {
    // Name and avatar may also come from an external identity, which no profile field asks for.
    const { profile, customData } = row as OwnValues;
    requireOwnValues(await ownValueRules(ctx), {}, { profile, customData });
  }
  requireSize(row);
  return ctx.change.insert('users', withFactorTypes(row));
};

/** Imported users. */
export const insertUsers = async ({ change }: Pick<Context, 'change'>, rows: NewRow[]): Promise<void> => {
  for (const row of rows) requireSize(row);
  await change.insertAll('users', rows.map(withFactorTypes));
};

type Activity = Pick<UserColumns, 'lastSignInAt' | 'passwordEncrypted' | 'passwordEncryptionMethod'>;

/** The time of a sign-in, or a new hash of the same password: not worth a change record. */
export const touchUser = (
  { change }: Pick<Context, 'change'>,
  key: { id: string; passwordEncrypted?: string },
  activity: Activity,
): Promise<void> => change.touch('users', { ...key }, activity);
