// Public tenant data: sign-in settings, phrases, endpoints and API documents.
import * as z from 'zod/mini';
import { jsonObject, text } from './fields.ts';
import { get, resource } from './kit.ts';
import { publicSignInExperience } from './sign-in-experience.ts';

const shownQuery = z.object({ organizationId: z.optional(text(1, 21)), appId: z.optional(text(1, 21)) });

const endUserPages = z.enum(['sign-in', 'account']);
export type EndUserPages = z.output<typeof endUserPages>;

export const wellKnown = resource('well-known', 'public', {
  signInExperience: get('/.well-known/sign-in-exp', { query: shownQuery, response: publicSignInExperience }),
  /** Alias with the newer name. */
  experience: get('/.well-known/experience', { query: shownQuery, response: publicSignInExperience }),
  phrases: get('/.well-known/phrases', {
    query: z.object({
      lng: z.optional(z.string().check(z.maxLength(256))),
      /** The account pages have additional phrases. */
      pages: z.optional(endUserPages),
    }),
    response: jsonObject,
  }),
  endpoints: get('/.well-known/endpoints/:tenantId', { response: z.object({ user: z.string() }) }),
  managementDocument: get('/.well-known/management.openapi.json', { response: jsonObject }),
  experienceDocument: get('/.well-known/experience.openapi.json', { response: jsonObject }),
  userDocument: get('/.well-known/user.openapi.json', { response: jsonObject }),
  wholeDocument: get('/swagger.json', { response: jsonObject }),
});

export const status = resource('status', 'public', { check: get('/status', {}) });
export const cloudStatus = resource('cloud-status', 'cloudPublic', {
  check: get('/status', {}),
  endpoints: get('/.well-known/endpoints/:tenantId', { response: z.object({ user: z.string() }) }),
  document: get('/swagger.json', { response: jsonObject }),
});
