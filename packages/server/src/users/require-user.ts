// A user of the tenant, named in an address. Somebody else's and one that never existed look the same.
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';

export const requireUser = async ({ db }: Pick<Context, 'db'>, id: string) => {
  const user = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
  if (!user) throw new RequestError('entity.not_found');
};
