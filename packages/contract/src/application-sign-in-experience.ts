// Sign-in branding of one application, and its details on the consent page.
import * as z from 'zod/mini';
import { hexColor, text, webUrl } from './fields.ts';
import { get, put, resource } from './kit.ts';
import { branding } from './sign-in-experience.ts';

const color = z.partial(
  z.object({ primaryColor: hexColor, isDarkModeEnabled: z.boolean(), darkPrimaryColor: hexColor }),
);
const nullableString = z.nullable(z.string());
const emptyableUrl = z.nullable(z.union([webUrl, z.literal('')]));

export const applicationSignInExperience = z.object({
  tenantId: z.string(),
  applicationId: z.string(),
  color,
  branding,
  customCss: nullableString,
  termsOfUseUrl: nullableString,
  privacyPolicyUrl: nullableString,
  displayName: nullableString,
});
export type ApplicationSignInExperience = z.output<typeof applicationSignInExperience>;

const path = '/applications/:applicationId/sign-in-experience';

export const applicationSignInExperiences = resource('application-sign-in-experience', 'management', {
  get: get(path, { response: applicationSignInExperience }),
  replace: put(path, {
    body: z.object({
      color: z.optional(color),
      branding: z.optional(branding),
      customCss: z.optional(z.nullable(z.string().check(z.maxLength(65_536)))),
      displayName: z.optional(z.nullable(text(0, 256))),
      termsOfUseUrl: emptyableUrl,
      privacyPolicyUrl: emptyableUrl,
    }),
    response: applicationSignInExperience,
    change: 'application-sign-in-experience.replaced',
  }),
});
