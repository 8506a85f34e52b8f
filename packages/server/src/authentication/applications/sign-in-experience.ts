// Sign-in branding of an application; stored only once it is configured.
import {
  type ApplicationSignInExperience,
  applicationSignInExperiences,
} from '@tessera/contract/application-sign-in-experience';
import type { Context } from '../../context.ts';
import { notFound } from '../../infrastructure/http/request-error.ts';
import { serve } from '../../serve.ts';
import { checkMarkup } from '../sign-in-experience/tenant-markup.ts';
import { findApplication } from './find-application.ts';

const table = 'applicationSignInExperiences';

const stored = async ({ db }: Context, applicationId: string) =>
  db.selectFrom(table).selectAll().where('applicationId', '=', applicationId).executeTakeFirst();
/** Rows match the contract; the table types only know JSON. */
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
    await checkMarkup(ctx, body, () => stored(ctx, applicationId));
    const changed = await ctx.change.update(table, { applicationId }, body);
    if (changed) return asExperience(changed);
    ctx.answer.status = 201;
    return asExperience(await ctx.change.insert(table, { ...body, applicationId }, ['applicationId']));
  },
});
