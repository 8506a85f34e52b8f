// Users: made, found, changed, suspended and deleted by administrators.
import { users } from '@tessera/contract/users';
import { serve } from '../http/serve.ts';
import { excludedHolders } from '../search/excluded.ts';
import { searchCondition } from '../search/search.ts';
import { createUser } from './create.ts';
import { userDataHandlers } from './custom-data.ts';
import { noticeEndsOfUser } from './end-sessions.ts';
import { changeUser, findUser, requireUser, userFields, userKeys, withPassword } from './find-user.ts';
import { checkIdentifiers } from './identifiers.ts';
import { userPasswordHandlers } from './password.ts';
import { removeUser } from './remove.ts';
import { userRoleHandlers } from './roles.ts';
import { ssoIdentitiesOf } from './sso-identities.ts';
import { isOn } from './switches.ts';

export default serve(users, {
  ...userRoleHandlers,
  ...userPasswordHandlers,
  ...userDataHandlers,

  list: async ({ db, page }, { query }) => {
    const searched = searchCondition(query, userFields, userKeys);
    const conditions = [...excludedHolders('users', query), ...(searched ? [searched] : [])];
    const rows = await page(
      db
        .selectFrom('users')
        .selectAll()
        .where(({ and }) => and(conditions))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      conditions.length > 0 ? { estimated: true } : { counter: 'users' },
    );
    return rows.map(withPassword);
  },

  create: async (ctx, { body }) => withPassword(await createUser(ctx, body)),

  get: async (ctx, { params: { userId }, query: { includeSsoIdentities } }) => ({
    ...withPassword(await findUser(ctx, userId)),
    ...(isOn(includeSsoIdentities) && { ssoIdentities: await ssoIdentitiesOf(ctx.db, userId) }),
  }),

  update: async (ctx, { params: { userId }, body }) => {
    await requireUser(ctx, userId);
    await checkIdentifiers(ctx, body, userId);
    return withPassword(await changeUser(ctx, userId, body));
  },

  suspend: async (ctx, { params: { userId }, body: { isSuspended } }) => {
    await requireUser(ctx, userId);
    if (isSuspended) await noticeEndsOfUser(ctx, userId);
    return withPassword(await changeUser(ctx, userId, { isSuspended }));
  },

  remove: (ctx, { params: { userId } }) => removeUser(ctx, userId),
});
