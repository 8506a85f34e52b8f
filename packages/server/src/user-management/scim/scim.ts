// The SCIM protocol: users and groups of a connector, written by its identity provider.
import { scim } from '@tessera/contract/scim';
import { serve } from '../../serve.ts';
import { answered, answeredResource, baseOf, type Ctx, listResponse } from './answer.ts';
import { resourceTypes, schemaDocuments, serviceProviderConfig } from './discovery.ts';
import { findGroupRow, groupResourceOf, listGroups } from './find-groups.ts';
import { findUserRow, listUsers, resourceOf } from './find-users.ts';
import { memberIds } from './member-changes.ts';
import { applyOperation, operationsIn } from './patch.ts';
import type { Attributes } from './read-attributes.ts';
import { logged } from './requests.ts';
import { userKind } from './schemas.ts';
import { scimError } from './scim-error.ts';
import { attributesOf, userOf, userResource } from './user-resource.ts';
import { createScimGroup, groupOf, patchScimGroup, removeScimGroup, replaceScimGroup } from './write-groups.ts';
import { changeScimUser, createScimUser, removeScimUser } from './write-users.ts';

/** A name for the log, also from an invalid body. */
const named = (body: Attributes, ...fields: string[]): string | null => {
  const value = fields.map((field) => body[field]).find((one) => typeof one === 'string');
  return typeof value === 'string' ? value : null;
};
const membersIn = (body: Attributes): string[] =>
  memberIds(Object.entries(body).find(([name]) => name.toLowerCase() === 'members')?.[1]);

const found = <T extends { id: string }>(items: T[], id: string): T => {
  const item = items.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (!item) throw scimError('not_found', { id });
  return item;
};
const whole = (ctx: Ctx, items: Attributes[]) => answered(ctx, listResponse(items, items.length, 0));

/** Reads see what the request has written; its connection must not wait for a second one. */
const readerOf = async (ctx: Ctx, hasWritten: boolean) => (hasWritten ? await ctx.change.transaction() : ctx.db);

export default serve(scim, {
  serviceProviderConfig: (ctx) => answered(ctx, serviceProviderConfig(baseOf(ctx))),
  resourceTypes: (ctx) => whole(ctx, resourceTypes(baseOf(ctx))),
  resourceType: (ctx, { params }) => answered(ctx, found(resourceTypes(baseOf(ctx)), params.resourceTypeId)),
  schemas: (ctx) => whole(ctx, schemaDocuments(baseOf(ctx))),
  schema: (ctx, { params }) => answered(ctx, found(schemaDocuments(baseOf(ctx)), params.schemaId)),

  listUsers: (ctx, { query }) => logged(ctx, { action: 'read' }, () => listUsers(ctx, query)),
  getUser: async (ctx, { params, query }) =>
    answeredResource(ctx, await resourceOf(ctx, await findUserRow(ctx, params.userId)), query),
  createUser: (ctx, { body, query }) =>
    logged(ctx, { action: 'createUser', subject: named(body, 'displayName', 'userName') }, async () => {
      const row = await createScimUser(ctx, userOf(body));
      return answeredResource(ctx, userResource(row, [], baseOf(ctx)), query);
    }),
  replaceUser: (ctx, { params, body, query }) =>
    logged(ctx, { action: 'updateUser', subject: named(body, 'displayName', 'userName') }, async () => {
      const known = await findUserRow(ctx, params.userId);
      const row = await changeScimUser(ctx, known, (before) => userOf(body, before.active));
      return answeredResource(ctx, await resourceOf(ctx, row, await readerOf(ctx, row !== known)), query);
    }),
  updateUser: (ctx, { params, body, query }) =>
    logged(ctx, { action: 'updateUser' }, async () => {
      const operations = operationsIn(body);
      const known = await findUserRow(ctx, params.userId);
      const row = await changeScimUser(ctx, known, (before) => {
        const start = attributesOf(before);
        const changed = operations.reduce((resource, one) => applyOperation(userKind, resource, one), start);
        return userOf(changed, before.active);
      });
      return answeredResource(ctx, await resourceOf(ctx, row, await readerOf(ctx, row !== known)), query);
    }),
  removeUser: (ctx, { params }) =>
    logged(ctx, { action: 'deleteUser' }, async () => removeScimUser(ctx, await findUserRow(ctx, params.userId))),

  listGroups: (ctx, { query }) => logged(ctx, { action: 'read' }, () => listGroups(ctx, query)),
  getGroup: async (ctx, { params, query }) =>
    answeredResource(ctx, await groupResourceOf(ctx, await findGroupRow(ctx, params.groupId), query), query),
  createGroup: (ctx, { body, query }) =>
    logged(ctx, { action: 'createGroup', subject: named(body, 'displayName') }, async () => {
      const row = await createScimGroup(ctx, groupOf(body), membersIn(body));
      return answeredResource(ctx, await groupResourceOf(ctx, row, query, await readerOf(ctx, true)), query);
    }),
  replaceGroup: (ctx, { params, body, query }) =>
    logged(ctx, { action: 'updateGroup', subject: named(body, 'displayName') }, async () => {
      const known = await findGroupRow(ctx, params.groupId);
      const row = await replaceScimGroup(ctx, known, groupOf(body), membersIn(body));
      return answeredResource(ctx, await groupResourceOf(ctx, row, query, await readerOf(ctx, row !== known)), query);
    }),
  updateGroup: (ctx, { params, body, query }) =>
    logged(ctx, { action: 'updateGroup' }, async () => {
      const operations = operationsIn(body);
      const known = await findGroupRow(ctx, params.groupId);
      const row = await patchScimGroup(ctx, known, operations);
      return answeredResource(ctx, await groupResourceOf(ctx, row, query, await readerOf(ctx, row !== known)), query);
    }),
  removeGroup: (ctx, { params }) =>
    logged(ctx, { action: 'deleteGroup' }, async () => removeScimGroup(ctx, await findGroupRow(ctx, params.groupId))),
});
