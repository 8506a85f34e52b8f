// What the security pages ask the server for: their settings are part of the sign-in experience.
import type { Api } from '../app/api.ts';

/** How many people have a password that came with a weak hash. Nobody misses the remark when it is not known. */
export const weakPasswordsQuery = (api: Api) => ({
  ...api.management.query('/sign-in-exp/default/weak-passwords'),
  meta: { silent: true },
});

export const experienceQuery = (api: Api) => ({
  ...api.management.query('/sign-in-exp'),
  meta: { panel: true },
});
