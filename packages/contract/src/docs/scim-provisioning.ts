// Documentation of SCIM provisioning for administrators.
import type { scimProvisioning } from '../scim-provisioning.ts';
import type { ResourceDoc } from './document.ts';

const groupId = 'g7m2x9v4k1qs0d8h5b3nz';
const token = {
  ...{ id: 't8n5g2y7k0vrk4w9z1xq7', name: 'Okta', createdAt: 1767225600000 },
  ...{ expiresAt: 1798761600000, lastUsedAt: null },
};
const notFound = ['entity.not_exists_with_id'] as const;

export const scimProvisioningDoc: ResourceDoc<typeof scimProvisioning> = {
  title: 'SCIM provisioning',
  about:
    'Provisioning of users and groups by the identity provider of an enterprise SSO connector: settings, tokens, group mappings and recent requests.',
  operations: {
    get: { summary: 'Returns the provisioning settings of a connector, with counts.', errors: notFound },
    update: {
      summary: 'Updates the given provisioning settings.',
      description: 'While provisioning is off, requests of the identity provider are rejected with status 403.',
      errors: notFound,
    },
    listTokens: {
      summary: 'Returns the tokens of a connector, without their values.',
      errors: notFound,
      response: [{ ...token, value: 'scim_…r7Wd' }],
    },
    createToken: {
      summary: 'Creates a token for the identity provider. Its value is returned only here.',
      description:
        'To rotate a token, create a second one, enter it at the identity provider, and delete the first. A connector has at most ten tokens. If a mapped role has Management API access, this requires `manage:tenant`.',
      errors: [
        ...notFound,
        'request.invalid_input',
        'scim.token_name_exists',
        'scim.limit_reached',
        'auth.permission_missing',
      ],
      body: { name: 'Okta', expiresAt: 1798761600000 },
      response: { ...token, value: 'scim_4rT9vN1cX8mK2pQ7sZ0bD5gH3jLwr7Wd' },
    },
    removeToken: { summary: 'Deletes a token. Requests with it are rejected immediately.', errors: notFound },
    listGroups: { summary: 'Returns the groups that the identity provider has pushed, by name.', errors: notFound },
    listMappings: { summary: 'Returns group mappings, newest first.', errors: notFound },
    createMapping: {
      summary: 'Gives the members of a group an organization role.',
      description:
        'Current members join the organization with the role immediately, later ones when they join the group. A connector has at most 500 mappings.',
      errors: [
        ...notFound,
        'scim.mapping_exists',
        'scim.limit_reached',
        'entity.db_constraint_violated',
        'auth.permission_missing',
      ],
    },
    removeMapping: {
      summary: 'Deletes a mapping. Members lose the role if only this mapping gave it to them.',
      errors: [...notFound, 'auth.permission_missing'],
    },
    listRequests: {
      summary: 'Returns requests that changed something or failed in the last 30 days, newest first.',
      errors: notFound,
    },
  },
  fields: {
    baseUrl: {
      text: 'SCIM base URL to enter at the identity provider.',
      example: 'https://id.example.com/api/scim/e4b8h1u6d3zs/v2',
    },
    isEnabled: { text: 'Whether requests of the identity provider are accepted.', example: true },
    deactivation: {
      text: 'Effect of a deactivation by the identity provider, besides ending all sessions: `suspend` suspends the user, `leaveOrganizations` removes them from organizations that their groups gave them, `delete` suspends them and deletes them after 30 days.',
      example: 'suspend',
    },
    userCount: { text: 'Number of users.', example: 214 },
    deactivatedUserCount: { text: 'Number of deactivated users.', example: 12 },
    groupCount: { text: 'Number of groups.', example: 9 },
    mappedGroupCount: { text: 'Number of groups with a mapping.', example: 4 },
    failureCount: { text: 'Number of failed requests in the last 24 hours.', example: 1 },
    id: { text: 'ID.', example: 't8n5g2y7k0vrk4w9z1xq7' },
    tokenId: { text: 'ID of the token.', example: 't8n5g2y7k0vrk4w9z1xq7' },
    mappingId: { text: 'ID of the mapping.', example: 'm1c6z9t4w8x2k7v0q5s3d' },
    name: { text: 'Name.', example: 'Okta' },
    value: { text: 'Bearer token, in full only when it is created.', example: 'scim_…r7Wd' },
    lastUsedAt: {
      text: 'Time of the last request with the token, to within five minutes, or `null`.',
      example: 1767225600000,
    },
    groupId: { text: 'ID of the group.', example: groupId },
    group: 'Group.',
    'group.id': { text: 'ID of the group.', example: groupId },
    displayName: { text: 'Name of the group at the identity provider.', example: 'Warehouse-Admins' },
    externalId: { text: 'ID of the group at the identity provider, or `null`.', example: '00g1emaKYZTWRYYRRTSK' },
    mappingCount: { text: 'Number of mappings of the group.', example: 1 },
    organization: 'Organization that members join.',
    'organization.id': { text: 'ID of the organization.', example: 'o3h6t1z8y4bk' },
    'organization.name': { text: 'Name of the organization.', example: 'Harbor Logistics' },
    organizationRole: 'Organization role that members get.',
    'organizationRole.id': { text: 'ID of the organization role.', example: 'or7d2f5j9m0p' },
    'organizationRole.name': { text: 'Name of the organization role.', example: 'Admin' },
    result: { text: 'Only failed requests.', example: 'failed' },
    action: { text: 'Effect of the request, or what it tried to do.', example: 'createUser' },
    method: { text: 'HTTP method.', example: 'POST' },
    path: { text: 'Path below the base URL.', example: '/Users' },
    status: { text: 'HTTP status of the response.', example: 201 },
    subject: { text: 'Name of the user or group, or `null`.', example: 'Sofia Marchetti' },
    memberCount: { text: 'Number of members that were added or removed, or `null`.', example: 3 },
    detail: { text: 'Why the request failed, or `null`.', example: 'lars@harbor.example is already in use.' },
  },
};
