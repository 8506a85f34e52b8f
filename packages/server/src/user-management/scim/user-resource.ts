// Users on the wire: what a request says about one, and the resource we return.
import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { ScimUsersTable } from '../../infrastructure/database/tables.gen.ts';
import { type Attributes, readResource } from './read-attributes.ts';
import { enterpriseUrn, userKind, userUrn } from './schemas.ts';
import { scimError } from './scim-error.ts';
import type { ScimUser } from './user-columns.ts';

export type ScimUserRow = Selectable<ScimUsersTable>;
export type GroupOfUser = { id: string; displayName: string };

/** Stored with every user, and returned with every list. */
const mostOfAttributes = 16_384;
const mostOfName = 256;

const requireFits = (name: string, value: string) => {
  if (value.length > mostOfName) {
    throw scimError('invalid_value', { attribute: name, reason: `It is longer than ${mostOfName} characters.` });
  }
  return value;
};

/** The user that these attributes describe. `active` stays as it is unless they name it. */
export const userOf = (given: Attributes, isActive = true): ScimUser => {
  const { userName, externalId, active, ...attributes } = readResource(userKind, given);
  if (typeof userName !== 'string' || userName.trim() === '') {
    throw scimError('invalid_value', { attribute: 'userName', reason: 'It is required.' });
  }
  if (JSON.stringify(attributes).length > mostOfAttributes) {
    throw scimError('invalid_value', {
      ...{ attribute: 'User', reason: `Its attributes are longer than ${mostOfAttributes} characters.` },
    });
  }
  return {
    userName: requireFits('userName', userName.trim()),
    externalId: externalId === undefined ? null : requireFits('externalId', String(externalId)),
    active: active === undefined ? isActive : active === true,
    attributes,
  };
};

export const storedUser = ({ userName, externalId, active, attributes }: ScimUserRow): ScimUser => ({
  userName,
  externalId,
  active,
  attributes: attributes as Attributes,
});

/** All attributes in one object, as operations change them. */
export const attributesOf = ({ userName, externalId, active, attributes }: ScimUser): Attributes => ({
  userName,
  ...(externalId !== null && { externalId }),
  active,
  ...attributes,
});

/** JSON with sorted keys, since the database does not keep their order. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, one]) => [key, canonical(one)]),
  );
};
export const isSameUser = (one: ScimUser, other: ScimUser): boolean =>
  JSON.stringify(canonical(one)) === JSON.stringify(canonical(other));

export const userVersion = (user: ScimUser): string =>
  `W/"${hash('sha256', JSON.stringify(canonical(user)), 'base64url').slice(0, 22)}"`;

export const userResource = (row: ScimUserRow, groups: readonly GroupOfUser[], base: string): Attributes => {
  const user = storedUser(row);
  return {
    schemas: [userUrn, ...(user.attributes[enterpriseUrn] ? [enterpriseUrn] : [])],
    id: row.userId,
    ...attributesOf(user),
    ...(groups.length > 0 && {
      groups: groups.map(({ id, displayName }) => ({
        ...{ value: id, display: displayName, type: 'direct', $ref: `${base}/Groups/${id}` },
      })),
    }),
    meta: {
      resourceType: 'User',
      created: new Date(row.createdAt).toISOString(),
      lastModified: new Date(row.updatedAt).toISOString(),
      location: `${base}/Users/${row.userId}`,
      version: userVersion(user),
    },
  };
};
