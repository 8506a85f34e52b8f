// The columns of a user that follow from SCIM attributes. An address is used only if its domain belongs to the
// connector: its identity provider vouches for no other.

import { emailPattern } from '@tessera/contract/email-pattern';
import { isWebUrl } from '@tessera/contract/web-url';
import { domainOf } from '../../authentication/connectors/trusted-identity.ts';
import type { UserColumns } from '../users/write-rules.ts';
import type { Attributes } from './read-attributes.ts';

export type ScimUser = {
  userName: string;
  externalId: string | null;
  active: boolean;
  /** All others. */
  attributes: Attributes;
};

type Item = { value?: string; type?: string; primary?: boolean };

const listOf = (attributes: Attributes, name: string): Item[] => (attributes[name] as Item[] | undefined) ?? [];

/** Primary first, then those for work. */
const preferred = (items: Item[]): string[] => {
  const rank = ({ primary, type }: Item) => (primary ? 0 : type?.toLowerCase() === 'work' ? 1 : 2);
  return items.toSorted((one, other) => rank(one) - rank(other)).flatMap(({ value }) => value ?? []);
};

const isEmail = (value: string) => value.length <= 128 && emailPattern.test(value) && !/\p{Cc}|\p{Cf}/u.test(value);

/** Of those that the identity provider lists, the first with a domain of the connector. */
export const accountEmailOf = (
  { userName, attributes }: Pick<ScimUser, 'userName' | 'attributes'>,
  domains: readonly string[],
): string | null =>
  [...preferred(listOf(attributes, 'emails')), userName].find(
    (value) => isEmail(value) && domains.includes(domainOf(value)),
  ) ?? null;

type Name = { formatted?: string; givenName?: string; familyName?: string; middleName?: string };

export const nameOf = ({ attributes }: Pick<ScimUser, 'attributes'>): string | null => {
  const name = (attributes.name as Name | undefined) ?? {};
  const parts = [name.givenName, name.familyName].filter(Boolean).join(' ');
  const full = (attributes.displayName as string | undefined) ?? name.formatted ?? parts;
  return full.slice(0, 128).trim() || null;
};

const avatarOf = ({ attributes }: ScimUser): string | null =>
  preferred(listOf(attributes, 'photos')).find((value) => value.length <= 2048 && isWebUrl(value)) ?? null;

/** OpenID Connect claims. */
const profileOf = ({ attributes }: ScimUser): Record<string, string | undefined> => {
  const name = (attributes.name as Name | undefined) ?? {};
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 256) : undefined);
  return {
    givenName: text(name.givenName),
    familyName: text(name.familyName),
    middleName: text(name.middleName),
    nickname: text(attributes.nickName),
    locale: text(attributes.locale),
    zoneinfo: text(attributes.timezone),
  };
};

const derived = (user: ScimUser, domains: readonly string[]) => ({
  primaryEmail: accountEmailOf(user, domains),
  name: nameOf(user),
  avatar: avatarOf(user),
});

type Columns = Pick<UserColumns, 'primaryEmail' | 'verifiedEmail' | 'name' | 'avatar'>;
export type ProfilePatch = Record<string, string | undefined>;

/** For a new user. */
export const newColumns = (user: ScimUser, domains: readonly string[]) => {
  const { primaryEmail, ...columns } = derived(user, domains);
  const profile = Object.fromEntries(Object.entries(profileOf(user)).filter(([, value]) => value !== undefined));
  return { ...columns, primaryEmail, verifiedEmail: primaryEmail, profile };
};

/**
 * Only the columns whose attributes differ, so that an administrator's edits of others stay. An address that the
 * identity provider no longer knows stays too, since the user could not sign in without it.
 */
export const changedColumns = (
  before: ScimUser,
  after: ScimUser,
  domains: readonly string[],
): { columns: Columns; profile: ProfilePatch } => {
  const [old, now] = [derived(before, domains), derived(after, domains)];
  const isNew = (name: keyof typeof now) => old[name] !== now[name];
  const profiles = [profileOf(before), profileOf(after)] as const;
  return {
    columns: {
      ...(isNew('primaryEmail') &&
        now.primaryEmail !== null && { primaryEmail: now.primaryEmail, verifiedEmail: now.primaryEmail }),
      ...(isNew('name') && { name: now.name }),
      ...(isNew('avatar') && { avatar: now.avatar }),
    },
    profile: Object.fromEntries(Object.entries(profiles[1]).filter(([name, value]) => profiles[0][name] !== value)),
  };
};

/** For lookup by email. */
export const emailKeys = ({ attributes }: ScimUser): string[] => [
  ...new Set(listOf(attributes, 'emails').flatMap(({ value }) => value?.toLowerCase() ?? [])),
];
