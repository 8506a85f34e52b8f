// Organizations that a user has granted to a third-party application.
import * as z from 'zod/mini';
import { pageQuery } from './fields.ts';
import { del, get, post, put, resource } from './kit.ts';
import { organization, organizationId } from './organizations.ts';

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
