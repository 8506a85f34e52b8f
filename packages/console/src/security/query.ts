// What the security pages ask the server for: their settings are part of the sign-in experience.
import type { Api } from '../app/api.ts';

export const experienceQuery = (api: Api) => ({
  ...api.management.query('/sign-in-exp'),
  meta: { panel: true },
});
