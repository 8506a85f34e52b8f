// What an application of somebody else may ask users for.
import { userScopes } from '@tessera/contract/applications';
import type { Context } from '../http/context.ts';
import { notFound, RequestError } from '../http/request-error.ts';
import { findApplication } from './find-application.ts';

const table = 'applicationUserConsentUserScopes';
const known: readonly string[] = userScopes;

type ById = { params: { applicationId: string } };

const requireThirdParty = async (ctx: Context, id: string) => {
  const { isThirdParty } = await findApplication(ctx, id);
  if (!isThirdParty) throw new RequestError('application.third_party_application_only');
};

const granted = async ({ db }: Context, applicationId: string): Promise<string[]> => {
  const rows = await db.selectFrom(table).select('userScope').where('applicationId', '=', applicationId).execute();
  return rows.map(({ userScope }) => userScope);
};

export const consentScopeHandlers = {
  consentScopes: async (ctx: Context, { params: { applicationId } }: ById) => {
    await requireThirdParty(ctx, applicationId);
    return { userScopes: await granted(ctx, applicationId) };
  },

  addConsentScopes: async (
    ctx: Context,
    { params: { applicationId }, body }: ById & { body: { userScopes?: string[] | undefined } },
  ) => {
    await requireThirdParty(ctx, applicationId);
    const wanted = new Set(body.userScopes ?? []);
    if ([...wanted].some((scope) => !known.includes(scope))) {
      throw new RequestError('application.user_consent_scopes_not_found');
    }
    for (const scope of await granted(ctx, applicationId)) wanted.delete(scope);
    for (const userScope of wanted) {
      await ctx.change.insert(table, { applicationId, userScope }, ['applicationId', 'userScope']);
    }
  },

  removeConsentScope: async (
    ctx: Context,
    { params }: { params: { applicationId: string; scopeType: string; scopeId: string } },
  ) => {
    await requireThirdParty(ctx, params.applicationId);
    const key = { applicationId: params.applicationId, userScope: params.scopeId };
    if (params.scopeType !== 'user-scopes' || !(await ctx.change.remove(table, key))) throw notFound(params.scopeId);
  },
};
