// The account center settings.
import type { accountCenters } from '@tessera/contract/account-center';
import type { Answer, Sent } from '@tessera/contract/kit';
import type { Api } from '../../app/api.ts';

type Operations = (typeof accountCenters)['operations'];
export type AccountCenter = Answer<Operations['get']>;
export type Body = NonNullable<Sent<Operations['update']>['body']>;

export const accountCenterQuery = (api: Api) => ({
  ...api.management.query('/account-center'),
  meta: { panel: true },
});
