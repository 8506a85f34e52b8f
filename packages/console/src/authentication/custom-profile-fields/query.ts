// Queries for the profile field pages.
import type { customProfileFields } from '@tessera/contract/custom-profile-fields';
import type { Answer, Sent } from '@tessera/contract/kit';
import type { Api } from '../../app/api.ts';

type Operations = (typeof customProfileFields)['operations'];
export type ProfileField = Answer<Operations['get']>;
export type NewField = Sent<Operations['create']>['body'];
export type FieldSettings = Sent<Operations['replace']>['body'];

export const fieldsQuery = (api: Api) => ({
  ...api.management.query('/custom-profile-fields'),
  meta: { panel: true },
});
export const fieldQuery = (api: Api, name: string) => ({
  ...api.management.query('/custom-profile-fields/:name', { params: { name } }),
  meta: { panel: true },
});
