// Queries for the sign-in experience pages.
import type { connectors } from '@tessera/contract/connectors';
import type { Answer, Sent } from '@tessera/contract/kit';
import type { signInExperiences } from '@tessera/contract/sign-in-experience';
import type { Api } from '../../app/api.ts';

type Operations = (typeof signInExperiences)['operations'];
/** The wire format: values the tenant never set may be missing. */
export type Experience = Answer<Operations['get']>;
export type Connector = Answer<(typeof connectors)['operations']['get']>;
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
/** The tenant's custom phrases in all languages. */
export const customPhrasesQuery = (api: Api) => ({
  ...api.management.query('/custom-phrases'),
  meta: { panel: true },
});
