// Consent: what a third-party application requests from the signed-in user.
import * as z from 'zod/mini';
import { text } from './fields.ts';
import { del, get, post, resource } from './kit.ts';
import { branding } from './sign-in-experience.ts';

const nullableString = z.nullable(z.string());
const resourceScopes = z.array(
  z.object({
    resource: z.object({ id: z.string(), name: z.string(), indicator: z.string() }),
    scopes: z.array(z.object({ id: z.string(), name: z.string(), description: nullableString })),
  }),
);

export const consentRequest = z.object({
  application: z.object({
    id: z.string(),
    name: z.string(),
    /** Its name was not checked by an administrator. */
    isSelfRegistered: z.optional(z.boolean()),
    /** The URL of the document that describes it. */
    metadataUrl: z.optional(z.string()),
    branding: z.optional(branding),
    displayName: z.optional(nullableString),
    termsOfUseUrl: z.optional(nullableString),
    privacyPolicyUrl: z.optional(nullableString),
  }),
  user: z.object({
    id: z.string(),
    name: nullableString,
    avatar: nullableString,
    username: nullableString,
    primaryEmail: nullableString,
    primaryPhone: nullableString,
  }),
  organizations: z.optional(
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** The application can already access it, and keeps that access. */
        isOpen: z.boolean(),
        missingResourceScopes: z.optional(resourceScopes),
      }),
    ),
  ),
  missingOIDCScope: z.optional(z.array(z.string())),
  missingResourceScopes: z.optional(resourceScopes),
  redirectUri: z.string(),
  /** The user returns to a device instead of `redirectUri`. */
  isDevice: z.optional(z.boolean()),
});
export type ConsentRequest = z.output<typeof consentRequest>;

export const consent = resource('consent', 'interaction', {
  get: get('/interaction/consent', { response: consentRequest }),
  grant: post('/interaction/consent', {
    body: z.object({ organizationIds: z.optional(z.array(text(1, 23)).check(z.maxLength(100))) }),
    response: z.object({ redirectTo: z.string() }),
    change: 'consent.given',
  }),
  deny: del('/interaction/consent', { response: z.object({ redirectTo: z.string() }), status: 200, change: 'none' }),
});
