// The look of one application on the pages of a sign-in. None is stored until somebody gives it one.
import {
  type ApplicationSignInExperience,
  applicationSignInExperiences,
} from '@tessera/contract/application-sign-in-experience';
import type { Context } from '../http/context.ts';
import { notFound } from '../http/request-error.ts';
import { serve } from '../http/serve.ts';
import { findApplication } from './find-application.ts';

const table = 'applicationSignInExperiences';

const stored = async ({ db }: Context, applicationId: string) =>
  db.selectFrom(table).selectAll().where('applicationId', '=', applicationId).executeTakeFirst();
/** Rows are what the contract says; the database only knows them as JSON. */
const asExperience = (row: object) => row as ApplicationSignInExperience;

export default serve(applicationSignInExperiences, {
  get: async (ctx, { params: { applicationId } }) => {
    await findApplication(ctx, applicationId);
    const row = await stored(ctx, applicationId);
    if (!row) throw notFound(applicationId);
    return asExperience(row);
  },

  replace: async (ctx, { params: { applicationId }, body }) => {
    await findApplication(ctx, applicationId);
    const changed = await ctx.change.update(table, { applicationId }, body);
    if (changed) return asExperience(changed);
    ctx.answer.status = 201;
    return asExperience(await ctx.change.insert(table, { ...body, applicationId }, ['applicationId']));
  },
});
