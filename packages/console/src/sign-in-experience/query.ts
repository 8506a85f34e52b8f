// What the pages of the sign-in experience ask the server for.
import type { Answer, Sent } from '@tessera/contract/kit';
import type { signInExperiences } from '@tessera/contract/sign-in-experience';
import type { Api } from '../app/api.ts';

type Operations = (typeof signInExperiences)['operations'];
/** As it travels: what the tenant never set may be missing. */
export type Experience = Answer<Operations['get']>;
export type Body = NonNullable<Sent<Operations['update']>['body']>;

export const experienceQuery = (api: Api) => ({
  ...api.management.query('/sign-in-exp'),
  meta: { panel: true },
});
export const consoleConfigQuery = (api: Api) => ({
  ...api.management.query('/configs/admin-console'),
  meta: { panel: true },
});
export const connectorsQuery = (api: Api) => ({
  ...api.management.query('/connectors'),
  meta: { panel: true },
});
/** All texts of the tenant's own, in all languages. */
export const customPhrasesQuery = (api: Api) => ({
  ...api.management.query('/custom-phrases'),
  meta: { panel: true },
});
