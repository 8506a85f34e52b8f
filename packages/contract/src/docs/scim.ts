// Documentation of the SCIM protocol.
import type { scim } from '../scim.ts';
import type { ResourceDoc } from './document.ts';

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const newUser = {
  schemas: [userSchema],
  userName: 'sofia@harbor.example',
  externalId: '00u1emaK22TWRYd3TTG',
  name: { givenName: 'Sofia', familyName: 'Marchetti' },
  emails: [{ value: 'sofia@harbor.example', type: 'work', primary: true }],
  active: true,
};
const user = {
  ...newUser,
  id: 'u8k2m4qs7x1c',
  groups: [],
  meta: {
    resourceType: 'User',
    created: '2026-01-01T00:00:00.000Z',
    lastModified: '2026-01-01T00:00:00.000Z',
    location: 'https://id.example.com/api/scim/e4b8h1u6d3zs/v2/Users/u8k2m4qs7x1c',
    version: 'W/"8c1d5f0b2a"',
  },
};
const newGroup = { schemas: [groupSchema], displayName: 'Drivers', members: [{ value: 'u8k2m4qs7x1c' }] };
const group = {
  ...newGroup,
  id: 'g7m2x9v4k1qs0d8h5b3nz',
  meta: {
    ...user.meta,
    resourceType: 'Group',
    location: 'https://id.example.com/api/scim/e4b8h1u6d3zs/v2/Groups/g7m2x9v4k1qs0d8h5b3nz',
    version: 'W/"1"',
  },
};
const list = (item: object) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  ...{ totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [item] },
});
const deactivation = { schemas: [patchSchema], Operations: [{ op: 'replace', path: 'active', value: false }] };
const joining = {
  schemas: [patchSchema],
  Operations: [{ op: 'add', path: 'members', value: [{ value: 'u8k2m4qs7x1c' }] }],
};

const invalid = ['scim.invalid_value', 'scim.invalid_syntax', 'scim.limit_reached'] as const;
const listing = ['scim.invalid_filter', 'scim.invalid_value'] as const;
const unknown = ['scim.not_found'] as const;
const patching = ['scim.invalid_path', 'scim.no_target', 'scim.read_only', 'entity.changed_meanwhile'] as const;

export const scimDoc: ResourceDoc<typeof scim> = {
  title: 'SCIM',
  about:
    'SCIM 2.0 (RFC 7643 and 7644) for the identity provider of an enterprise SSO connector. Send a token of the connector. Bodies are `application/scim+json` or `application/json`; errors have the format of the protocol.',
  operations: {
    serviceProviderConfig: { summary: 'Returns the supported features.' },
    resourceTypes: { summary: 'Returns the resource types.' },
    resourceType: { summary: 'Returns a resource type.', errors: unknown },
    schemas: { summary: 'Returns the schemas.' },
    schema: { summary: 'Returns a schema.', errors: unknown },
    listUsers: {
      summary: 'Returns the users of the connector, oldest first.',
      description:
        'At most 100 per response. Filters on `id`, `userName`, `externalId` and `emails` use an index. Others are searches: few at once, and at most a second each.',
      errors: listing,
      response: list(user),
    },
    getUser: { summary: 'Returns a user.', errors: unknown, response: user },
    createUser: {
      summary: 'Creates a user, or links an existing one with the same verified email address.',
      description:
        'Email addresses are used for sign-in only if their domain is one of the connector. An address of another user that cannot be linked gives status 409.',
      errors: [...invalid, 'scim.already_exists'],
      body: newUser,
      response: user,
    },
    replaceUser: {
      summary: 'Replaces a user. Attributes that are not sent are removed.',
      errors: [...unknown, ...invalid, 'scim.already_exists', 'entity.changed_meanwhile'],
      body: newUser,
      response: user,
    },
    updateUser: {
      summary: 'Applies PATCH operations to a user.',
      description: 'A deactivation ends all sessions and tokens of the user immediately.',
      errors: [...unknown, ...invalid, ...patching, 'scim.already_exists'],
      body: deactivation,
      response: { ...user, active: false },
    },
    removeUser: {
      summary: 'Deletes a user. One that was linked is suspended and released instead.',
      errors: [...unknown, 'entity.changed_meanwhile'],
    },
    listGroups: {
      summary: 'Returns the groups of the connector, oldest first.',
      description: 'At most 100 per response, and fewer if they have many members.',
      errors: listing,
      response: list(group),
    },
    getGroup: { summary: 'Returns a group.', errors: unknown, response: group },
    createGroup: {
      summary: 'Creates a group.',
      errors: [...invalid, 'scim.already_exists'],
      body: newGroup,
      response: group,
    },
    replaceGroup: {
      summary: 'Replaces a group and its members.',
      errors: [...unknown, ...invalid, 'scim.already_exists', 'entity.changed_meanwhile'],
      body: newGroup,
      response: group,
    },
    updateGroup: {
      summary: 'Applies PATCH operations to a group.',
      description: 'Members that join or leave get or lose the organization roles of the group immediately.',
      errors: [...unknown, ...invalid, ...patching, 'scim.already_exists'],
      body: joining,
      response: group,
    },
    removeGroup: {
      summary: 'Deletes a group. Its members lose the organization roles that only this group gave them.',
      errors: [...unknown, 'entity.changed_meanwhile'],
    },
  },
  fields: {
    resourceTypeId: { text: 'Name of the resource type.', example: 'User' },
    schemaId: { text: 'URN of the schema.', example: userSchema },
    groupId: { text: 'ID of the group.', example: 'g7m2x9v4k1qs0d8h5b3nz' },
    attributes: { text: 'Attributes to return, separated by commas.', example: 'userName,active' },
    excludedAttributes: { text: 'Attributes not to return, separated by commas.', example: 'members' },
    filter: { text: 'Filter in the syntax of RFC 7644.', example: 'userName eq "sofia@harbor.example"' },
    startIndex: { text: 'Number of the first result, starting at 1.', example: '1' },
    count: { text: 'Number of results, at most 100. Default: 100.', example: '100' },
  },
};
