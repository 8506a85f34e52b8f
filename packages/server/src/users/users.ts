// Users: the list of them, and the roles of each.
import { users } from '@tessera/contract/users';
import { serve } from '../http/serve.ts';
import { excludedHolders } from '../search/excluded.ts';
import { searchCondition } from '../search/search.ts';
import { asUser, userFields } from './find-user.ts';
import { userRoleHandlers } from './roles.ts';

export default serve(users, {
  ...userRoleHandlers,

  list: async ({ db, page }, { query }) => {
    const searched = searchCondition(query, userFields);
    const conditions = [...excludedHolders('users', query), ...(searched ? [searched] : [])];
    const rows = await page(
      db
        .selectFrom('users')
        .selectAll()
        .where(({ and }) => and(conditions))
        .orderBy('createdAt', 'desc')
        .orderBy('id'),
      conditions.length > 0 ? {} : { counter: 'users' },
    );
    return rows.map(asUser);
  },
});
