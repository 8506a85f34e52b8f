// Just-in-time provisioning: who joins an organization on sign-in, and with which roles.
import * as z from 'zod/mini';
import { emailDomainPattern, maxEmailDomainLength } from './email-domain.ts';
import { matches } from './field-issues.ts';
import { idList, pageQuery, someIds } from './fields.ts';
import { del, get, post, put, resource } from './kit.ts';
import { organizationRole } from './organization-template.ts';
import { organizationId } from './organizations.ts';
import { ssoConnectorSummary } from './sso-connectors.ts';

/** Stored in lower case. */
const emailDomain = z.string().check(z.maxLength(maxEmailDomainLength), matches(emailDomainPattern, 'email_domain'));

const paged = z.object(pageQuery);
const jitEmailDomain = z.object({ tenantId: z.string(), organizationId, emailDomain: z.string() });
export const organizationJit = resource('organization-jit', 'management', {
  listEmailDomains: get('/organizations/:organizationId/jit/email-domains', {
    query: paged,
    response: z.array(jitEmailDomain),
    paged: 'always',
  }),
  addEmailDomain: post('/organizations/:organizationId/jit/email-domains', {
    body: z.object({ emailDomain }),
    response: jitEmailDomain,
    status: 201,
    change: 'organization.jit-email-domain-added',
  }),
  replaceEmailDomains: put('/organizations/:organizationId/jit/email-domains', {
    body: z.object({ emailDomains: z.array(emailDomain).check(z.maxLength(5000)) }),
    change: 'organization.jit-email-domains-replaced',
  }),
  removeEmailDomain: del('/organizations/:organizationId/jit/email-domains/:emailDomain', {
    change: 'organization.jit-email-domain-removed',
  }),

  listRoles: get('/organizations/:organizationId/jit/roles', {
    query: paged,
    response: z.array(organizationRole),
    paged: 'optional',
  }),
  addRoles: post('/organizations/:organizationId/jit/roles', {
    body: z.object({ organizationRoleIds: someIds }),
    status: 201,
    change: 'organization.jit-roles-added',
  }),
  replaceRoles: put('/organizations/:organizationId/jit/roles', {
    body: z.object({ organizationRoleIds: idList }),
    change: 'organization.jit-roles-replaced',
  }),
  removeRole: del('/organizations/:organizationId/jit/roles/:organizationRoleId', {
    change: 'organization.jit-role-removed',
  }),

  listSsoConnectors: get('/organizations/:organizationId/jit/sso-connectors', {
    query: paged,
    response: z.array(ssoConnectorSummary),
    paged: 'optional',
  }),
  addSsoConnectors: post('/organizations/:organizationId/jit/sso-connectors', {
    body: z.object({ ssoConnectorIds: someIds }),
    status: 201,
    change: 'organization.jit-sso-connectors-added',
  }),
  replaceSsoConnectors: put('/organizations/:organizationId/jit/sso-connectors', {
    body: z.object({ ssoConnectorIds: idList }),
    change: 'organization.jit-sso-connectors-replaced',
  }),
  removeSsoConnector: del('/organizations/:organizationId/jit/sso-connectors/:ssoConnectorId', {
    change: 'organization.jit-sso-connector-removed',
  }),
});
