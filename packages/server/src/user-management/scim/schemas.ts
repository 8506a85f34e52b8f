// The attributes of users and groups that we understand, by RFC 7643. Requests are read, filtered and described by them.
export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

export type Attribute = {
  name: string;
  type: 'string' | 'boolean' | 'dateTime' | 'reference' | 'binary' | 'complex';
  description: string;
  isMulti?: true;
  isRequired?: true;
  isCaseExact?: true;
  isReadOnly?: true;
  isUnique?: true;
  /** Of a text; 1024 if it is not set. */
  mostLength?: number;
  /** Of a complex attribute. */
  sub?: readonly Attribute[];
};
export type Schema = { urn: string; name: string; description: string; attributes: readonly Attribute[] };

const text = (name: string, description: string): Attribute => ({ name, type: 'string', description });
const complex = (name: string, description: string, sub: readonly Attribute[]): Attribute => ({
  ...{ name, type: 'complex', description, sub },
});
const multi = (
  name: string,
  description: string,
  more: readonly Attribute[] = [],
  value: Attribute = text('value', 'Value.'),
): Attribute => ({
  ...complex(name, description, [
    value,
    text('display', 'Name for display.'),
    text('type', 'Kind of value, such as work or home.'),
    { name: 'primary', type: 'boolean', description: 'Whether it is the preferred value.' },
    ...more,
  ]),
  isMulti: true,
});

const certificate: Attribute = {
  ...{ name: 'value', type: 'binary', description: 'DER in Base64.', isCaseExact: true, mostLength: 8192 },
};

/** Attributes of both resource types. The identity provider chooses the external ID. */
export const commonAttributes: readonly Attribute[] = [
  {
    ...complex('schemas', 'URNs of the schemas.', [{ ...text('value', 'URN.'), type: 'reference' }]),
    ...{ isMulti: true, isReadOnly: true },
  },
  { name: 'id', type: 'string', description: 'ID.', isReadOnly: true, isCaseExact: true, isUnique: true },
  { name: 'externalId', type: 'string', description: 'ID at the identity provider.', isCaseExact: true },
  {
    ...complex('meta', 'Metadata.', [
      { ...text('resourceType', 'Type of the resource.'), isReadOnly: true, isCaseExact: true },
      { name: 'created', type: 'dateTime', description: 'Time of creation.', isReadOnly: true },
      { name: 'lastModified', type: 'dateTime', description: 'Time of the last change.', isReadOnly: true },
    ]),
    isReadOnly: true,
  },
];

export const userSchema: Schema = {
  urn: userUrn,
  name: 'User',
  description: 'User account',
  attributes: [
    { ...text('userName', 'Name by which the identity provider knows the user.'), isRequired: true, isUnique: true },
    complex('name', 'Name, in parts.', [
      text('formatted', 'Full name.'),
      text('familyName', 'Family name.'),
      text('givenName', 'Given name.'),
      text('middleName', 'Middle name.'),
      text('honorificPrefix', 'Title before the name.'),
      text('honorificSuffix', 'Title after the name.'),
    ]),
    text('displayName', 'Name for display.'),
    text('nickName', 'Casual name.'),
    { ...text('profileUrl', 'URL of the profile.'), type: 'reference' },
    text('title', 'Job title.'),
    text('userType', 'Relationship to the organization.'),
    text('preferredLanguage', 'Preferred language.'),
    text('locale', 'Locale for dates and numbers.'),
    text('timezone', 'Time zone.'),
    { name: 'active', type: 'boolean', description: 'Whether the user can sign in.' },
    multi('emails', 'Email addresses.'),
    multi('phoneNumbers', 'Phone numbers.'),
    multi('ims', 'Instant messaging addresses.'),
    multi('photos', 'Pictures.', [], { ...text('value', 'URL.'), type: 'reference', isCaseExact: true }),
    multi('addresses', 'Postal addresses.', [
      text('formatted', 'Full address.'),
      text('streetAddress', 'Street and number.'),
      text('locality', 'City.'),
      text('region', 'State or region.'),
      text('postalCode', 'Postal code.'),
      text('country', 'Country.'),
    ]),
    multi('entitlements', 'Entitlements at the identity provider.'),
    multi('roles', 'Roles at the identity provider.'),
    multi('x509Certificates', 'Certificates.', [], certificate),
    {
      ...complex('groups', 'Groups of the user.', [
        text('value', 'ID of the group.'),
        { ...text('$ref', 'URL of the group.'), type: 'reference' },
        text('display', 'Name of the group.'),
        text('type', 'Always direct.'),
      ]),
      ...{ isMulti: true, isReadOnly: true },
    },
  ],
};

export const enterpriseSchema: Schema = {
  urn: enterpriseUrn,
  name: 'EnterpriseUser',
  description: 'Enterprise user',
  attributes: [
    text('employeeNumber', 'Employee number.'),
    text('costCenter', 'Cost center.'),
    text('organization', 'Organization.'),
    text('division', 'Division.'),
    text('department', 'Department.'),
    complex('manager', 'Manager.', [
      text('value', 'ID of the manager.'),
      { ...text('$ref', 'URL of the manager.'), type: 'reference' },
      text('displayName', 'Name of the manager.'),
    ]),
  ],
};

export const groupSchema: Schema = {
  urn: groupUrn,
  name: 'Group',
  description: 'Group of users',
  attributes: [
    { ...text('displayName', 'Name of the group.'), isRequired: true, isUnique: true },
    {
      ...complex('members', 'Members of the group.', [
        { ...text('value', 'ID of the user.'), isCaseExact: true },
        { ...text('$ref', 'URL of the user.'), type: 'reference' },
        text('display', 'Name of the user.'),
        text('type', 'Always User.'),
      ]),
      isMulti: true,
    },
  ],
};

export type ResourceKind = { core: Schema; extension?: Schema };
export const userKind: ResourceKind = { core: userSchema, extension: enterpriseSchema };
export const groupKind: ResourceKind = { core: groupSchema };

/** Attribute names are compared without case. */
export const findAttribute = (attributes: readonly Attribute[], name: string): Attribute | undefined => {
  const wanted = name.toLowerCase();
  return attributes.find((one) => one.name.toLowerCase() === wanted);
};

/** What a path such as `name.familyName` or `urn:…:User:department` refers to. */
export type Target = { urn?: string; attribute: Attribute; sub?: Attribute };

const below = (path: string, urn: string): string | undefined =>
  path.toLowerCase().startsWith(`${urn.toLowerCase()}:`) ? path.slice(urn.length + 1) : undefined;

export const resolvePath = ({ core, extension }: ResourceKind, path: string): Target | undefined => {
  const extended = extension && below(path, extension.urn);
  const [name = '', subName, ...rest] = (extended ?? below(path, core.urn) ?? path).split('.');
  if (rest.length > 0) return undefined;
  const attributes =
    extended === undefined ? [...commonAttributes, ...core.attributes] : (extension as Schema).attributes;
  const attribute = findAttribute(attributes, name);
  if (!attribute) return undefined;
  const urn = extended === undefined ? {} : { urn: (extension as Schema).urn };
  if (subName === undefined) return { ...urn, attribute };
  const sub = findAttribute(attribute.sub ?? [], subName);
  return sub && { ...urn, attribute, sub };
};
