// Revokes the links with which a user could set a new password.
import type { Context } from '../../context.ts';

export const revokePasswordLinks = async ({ change }: Pick<Context, 'change'>, userId: string, exceptId = '') => {
  const tx = await change.transaction();
  const active = tx.selectFrom('oneTimeTokens').select('id').where('userId', '=', userId).where('id', '<>', exceptId);
  for (const { id } of await active.where('status', '=', 'active').execute()) {
    await change.update('oneTimeTokens', { id }, { status: 'revoked' });
  }
};
