// What the protocol says about itself: features, resource types and schemas.

import { mostResults } from './answer.ts';
import type { Attributes } from './read-attributes.ts';
import {
  type Attribute,
  enterpriseSchema,
  enterpriseUrn,
  groupSchema,
  groupUrn,
  type Schema,
  userSchema,
  userUrn,
} from './schemas.ts';

const meta = (resourceType: string, location: string) => ({ meta: { resourceType, location } });

export const serviceProviderConfig = (base: string): Attributes => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      ...{ type: 'oauthbearertoken', name: 'Bearer token', primary: true },
      description: 'A token of the enterprise SSO connector.',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
    },
  ],
  ...meta('ServiceProviderConfig', `${base}/ServiceProviderConfig`),
});

export const resourceTypes = (base: string): (Attributes & { id: string })[] => [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: 'User', name: 'User', endpoint: '/Users', description: 'User account', schema: userUrn },
    schemaExtensions: [{ schema: enterpriseUrn, required: false }],
    ...meta('ResourceType', `${base}/ResourceTypes/User`),
  },
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: 'Group', name: 'Group', endpoint: '/Groups', description: 'Group of users', schema: groupUrn },
    ...meta('ResourceType', `${base}/ResourceTypes/Group`),
  },
];

const described = (attribute: Attribute): Attributes => ({
  name: attribute.name,
  type: attribute.type,
  multiValued: attribute.isMulti ?? false,
  description: attribute.description,
  required: attribute.isRequired ?? false,
  caseExact: attribute.isCaseExact ?? false,
  mutability: attribute.isReadOnly ? 'readOnly' : 'readWrite',
  returned: 'default',
  uniqueness: attribute.isUnique ? 'server' : 'none',
  ...(attribute.type === 'reference' && { referenceTypes: ['external'] }),
  ...(attribute.sub && { subAttributes: attribute.sub.map(described) }),
});

const schemaDocument = ({ urn, name, description, attributes }: Schema, base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  ...{ id: urn, name, description, attributes: attributes.map(described) },
  ...meta('Schema', `${base}/Schemas/${urn}`),
});

export const schemaDocuments = (base: string) =>
  [userSchema, enterpriseSchema, groupSchema].map((schema) => schemaDocument(schema, base));
