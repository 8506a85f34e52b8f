// The organizations that a user has opened to an application of somebody else.
import * as z from 'zod/mini';
import { hexColor, jsonObject, pageQuery, text, timestamp } from './fields.ts';
import { del, get, post, put, resource } from './kit.ts';
import { branding } from './sign-in-experience.ts';

const organizationId = text(1, 23);
const organization = z.object({
  tenantId: z.string(),
  id: organizationId,
  name: z.string(),
  description: z.nullable(z.string()),
  customData: jsonObject,
  isMfaRequired: z.boolean(),
  color: z.partial(z.object({ primaryColor: hexColor, isDarkModeEnabled: z.boolean(), darkPrimaryColor: hexColor })),
  branding,
  customCss: z.nullable(z.string()),
  createdAt: timestamp,
});
const chosen = z.object({ organizationIds: z.array(organizationId).check(z.maxLength(500)) });
const path = '/applications/:id/users/:userId/consent-organizations';

export const consentOrganizations = resource('consent-organizations', 'management', {
  list: get(path, {
    query: z.object(pageQuery),
    response: z.object({ organizations: z.array(organization) }),
    paged: 'always',
  }),
  replace: put(path, { body: chosen, change: 'application.consent-organizations-replaced' }),
  add: post(path, { body: chosen, status: 201, change: 'application.consent-organizations-added' }),
  remove: del(`${path}/:organizationId`, { change: 'application.consent-organization-removed' }),
});
