// A console user's own password: verified first, then changed within ten minutes in the same session.
import type { Selectable } from 'kysely';
import { checkPasswordPolicy, hashNewPassword } from '../../authentication/experience/new-password.ts';
import { checkPassword } from '../../authentication/passwords/check-password.ts';
import { passwordProof } from '../../authentication/passwords/proof.ts';
import type { ContextFor } from '../../context.ts';
import type { UsersTable } from '../../infrastructure/database/tables.gen.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { writeUser } from '../users/write-user.ts';
import { addVerification, dropVerifications, notVerified, requireVerification } from './verifications.ts';

export type OwnRow = Selectable<UsersTable>;

export const verifyOwnPassword = async (ctx: ContextFor<'me'>, row: OwnRow, password: string) => {
  await addVerification(ctx, passwordProof(await checkPassword(ctx, row, password)));
};

type NewPassword = { password: string; keepSessions?: boolean | undefined };

export const changeOwnPassword = async (ctx: ContextFor<'me'>, row: OwnRow, body: NewPassword) => {
  const { password, keepSessions } = body;
  const proof = passwordProof(row);
  if (row.passwordEncrypted !== null) await requireVerification(ctx, proof);
  await checkPasswordPolicy(ctx, password, {
    name: row.name,
    username: row.username,
    email: row.primaryEmail,
    phone: row.primaryPhone,
  }).catch((error: unknown) => {
    if (!(error instanceof RequestError) || error.code !== 'password.rejected') throw error;
    throw new RequestError('password.rejected', { status: 400, data: { issues: error.extras.data } });
  });
  const { userId, sessionUid } = ctx;
  const keep = keepSessions ? 'all' : { sessionUid };
  const columns = await hashNewPassword(ctx, password);
  const patch = (before: OwnRow) => {
    // Another new password came first.
    if (passwordProof(before) !== proof) throw notVerified();
    return columns;
  };
  await writeUser(ctx, { kind: 'me' }, userId, patch, { keep });
  await dropVerifications(ctx);
};
