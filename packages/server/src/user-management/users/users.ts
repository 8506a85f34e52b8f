// User handlers for administrators.
import { type ListedUser, users } from '@tessera/contract/users';
import { isOn } from '../../infrastructure/http/boolean-parameter.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { createUser } from './create.ts';
import { userDataHandlers } from './custom-data.ts';
import { changeUser, findUser, requireUser, withPassword } from './find-user.ts';
import { checkIdentifiers } from './identifiers.ts';
import { listUsers } from './list.ts';
import { userPasswordHandlers } from './password.ts';
import { removeUser } from './remove.ts';
import { userRoleHandlers } from './roles.ts';
import { ssoIdentitiesOf } from './sso-identities.ts';
import { suspendUser } from './suspend.ts';
import { typedColumns } from './verified-addresses.ts';

export default serve(users, {
  ...userRoleHandlers,
  ...userPasswordHandlers,
  ...userDataHandlers,

  list: (ctx, { query }) => listUsers(ctx, query),

  create: async (ctx, { body }) => withPassword(await createUser(ctx, body)),

  get: async (ctx, { params: { userId }, query: { includeSsoIdentities } }) => {
    const row = await findUser(ctx, userId);
    return {
      ...withPassword(row),
      mfaFactors: row.mfaFactors as ListedUser['mfaFactors'],
      ...(isOn(includeSsoIdentities) && { ssoIdentities: await ssoIdentitiesOf(ctx.db, userId) }),
    };
  },

  update: async (ctx, { params: { userId }, body }) => {
    await requireUser(ctx, userId);
    if (Object.values(body).every((value) => value === undefined)) throw new RequestError('entity.invalid_input');
    const columns = await checkIdentifiers(ctx, body, userId);
    return withPassword(await changeUser(ctx, userId, (before) => typedColumns(columns, before)));
  },

  suspend: async (ctx, { params: { userId }, body: { isSuspended } }) =>
    withPassword(await suspendUser(ctx, userId, isSuspended)),

  remove: (ctx, { params: { userId } }) => removeUser(ctx, userId),
});
