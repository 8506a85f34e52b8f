// Just-in-time provisioning of an organization: email domains, enterprise SSO connectors and roles.
import { organizationJit } from '@tessera/contract/organization-jit';
import { connectorFacts } from '../../authentication/sso-connectors/describe.ts';
import { serve } from '../../serve.ts';
import { findOrganization } from './find-organization.ts';
import { holdOwner, type Relation, relate, replaceRelated, unrelate } from './relations.ts';

const relationOf =
  (table: Relation['table'], column: string) =>
  (organizationId: string): Relation => ({ table, owner: { organizationId }, column });
const domainsOf = relationOf('organizationJitEmailDomains', 'emailDomain');
const rolesOf = relationOf('organizationJitRoles', 'organizationRoleId');
const connectorsOf = relationOf('organizationJitSsoConnectors', 'ssoConnectorId');

export default serve(organizationJit, {
  listEmailDomains: async (ctx, { params: { organizationId } }) => {
    await findOrganization(ctx, organizationId);
    return ctx.page(
      ctx.db
        .selectFrom('organizationJitEmailDomains')
        .selectAll()
        .where('organizationId', '=', organizationId)
        .orderBy('emailDomain'),
    );
  },
  addEmailDomain: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    const row = { organizationId, emailDomain: body.emailDomain.toLowerCase() };
    return ctx.change.insert('organizationJitEmailDomains', row, Object.keys(row));
  },
  replaceEmailDomains: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    const domains = body.emailDomains.map((domain) => domain.toLowerCase());
    await replaceRelated(ctx, domainsOf(organizationId), domains);
  },
  removeEmailDomain: async (ctx, { params: { organizationId, emailDomain } }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await unrelate(ctx, domainsOf(organizationId), emailDomain.toLowerCase());
  },

  listRoles: async (ctx, { params: { organizationId } }) => {
    await findOrganization(ctx, organizationId);
    return ctx.page(
      ctx.db
        .selectFrom('organizationRoles')
        .innerJoin('organizationJitRoles', 'organizationJitRoles.organizationRoleId', 'organizationRoles.id')
        .selectAll('organizationRoles')
        .where('organizationJitRoles.organizationId', '=', organizationId)
        .orderBy('organizationRoles.name'),
    );
  },
  addRoles: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await relate(ctx, rolesOf(organizationId), body.organizationRoleIds);
  },
  replaceRoles: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await replaceRelated(ctx, rolesOf(organizationId), body.organizationRoleIds);
  },
  removeRole: async (ctx, { params: { organizationId, organizationRoleId } }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await unrelate(ctx, rolesOf(organizationId), organizationRoleId);
  },

  listSsoConnectors: async (ctx, { params: { organizationId } }) => {
    await findOrganization(ctx, organizationId);
    return ctx.page(
      connectorFacts(ctx)
        .innerJoin('organizationJitSsoConnectors', 'organizationJitSsoConnectors.ssoConnectorId', 'ssoConnectors.id')
        .where('organizationJitSsoConnectors.organizationId', '=', organizationId)
        .orderBy('connectorName')
        .orderBy('ssoConnectors.id'),
    );
  },
  addSsoConnectors: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await relate(ctx, connectorsOf(organizationId), body.ssoConnectorIds);
  },
  replaceSsoConnectors: async (ctx, { params: { organizationId }, body }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await replaceRelated(ctx, connectorsOf(organizationId), body.ssoConnectorIds);
  },
  removeSsoConnector: async (ctx, { params: { organizationId, ssoConnectorId } }) => {
    await holdOwner(ctx, 'organizations', organizationId);
    await unrelate(ctx, connectorsOf(organizationId), ssoConnectorId);
  },
});
