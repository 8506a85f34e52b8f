// SCIM 2.0 (RFC 7643 and 7644), by which an identity provider writes the users and groups of its enterprise SSO
// connector. Bodies are parsed by the handlers, since the protocol has its own errors.
import * as z from 'zod/mini';
import { del, get, patch, post, put, resource } from './kit.ts';

/** A resource, list or PATCH request of the protocol. */
const document = z.record(z.string(), z.unknown());
const parameter = z.optional(z.string().check(z.maxLength(4096)));
const shown = { attributes: parameter, excludedAttributes: parameter };
const one = z.object(shown);
const list = z.object({ ...shown, filter: parameter, startIndex: parameter, count: parameter });

const base = '/scim/:ssoConnectorId/v2';

export const scim = resource('scim', 'scim', {
  serviceProviderConfig: get(`${base}/ServiceProviderConfig`, { response: document }),
  resourceTypes: get(`${base}/ResourceTypes`, { response: document }),
  resourceType: get(`${base}/ResourceTypes/:resourceTypeId`, { response: document }),
  schemas: get(`${base}/Schemas`, { response: document }),
  schema: get(`${base}/Schemas/:schemaId`, { response: document }),

  listUsers: get(`${base}/Users`, { query: list, response: document, limits: ['searches'] }),
  getUser: get(`${base}/Users/:userId`, { query: one, response: document }),
  createUser: post(`${base}/Users`, {
    query: one,
    body: document,
    response: document,
    status: 201,
    change: 'scim-user.created',
  }),
  replaceUser: put(`${base}/Users/:userId`, {
    query: one,
    body: document,
    response: document,
    change: 'scim-user.replaced',
  }),
  updateUser: patch(`${base}/Users/:userId`, {
    query: one,
    body: document,
    response: document,
    change: 'scim-user.updated',
  }),
  removeUser: del(`${base}/Users/:userId`, { change: 'scim-user.deleted' }),

  listGroups: get(`${base}/Groups`, { query: list, response: document, limits: ['searches'] }),
  getGroup: get(`${base}/Groups/:groupId`, { query: one, response: document }),
  createGroup: post(`${base}/Groups`, {
    query: one,
    body: document,
    response: document,
    status: 201,
    change: 'scim-group.created',
  }),
  replaceGroup: put(`${base}/Groups/:groupId`, {
    query: one,
    body: document,
    response: document,
    change: 'scim-group.replaced',
  }),
  updateGroup: patch(`${base}/Groups/:groupId`, {
    query: one,
    body: document,
    response: document,
    change: 'scim-group.updated',
  }),
  removeGroup: del(`${base}/Groups/:groupId`, { change: 'scim-group.deleted' }),
});
