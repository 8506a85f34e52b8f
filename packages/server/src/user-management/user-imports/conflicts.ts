// Finds out which rows of a file are new users, which belong to an existing one, and which are in conflict with others.
import type { ErrorCode } from '@tessera/contract/errors';
import type { UserImport } from '@tessera/contract/user-imports';
import { sql } from 'kysely';
import type { Transaction } from '../../infrastructure/database/tenant-database.ts';
import type { ParsedUser, Problem } from './parse-user.ts';

const kinds = {
  username: { field: 'username', code: 'user.username_already_in_use' },
  email: { field: 'primaryEmail', code: 'user.email_already_in_use' },
  phone: { field: 'primaryPhone', code: 'user.phone_already_in_use' },
} as const satisfies Record<string, { field: string; code: ErrorCode }>;
type Kind = keyof typeof kinds;
type Keys = { [K in Kind]: string | null };

/** Identifiers as normalized by the database. */
const keysOf = async (tx: Transaction, users: ParsedUser[], caseSensitive: boolean): Promise<Keys[]> => {
  const list = (name: 'username' | 'primaryEmail' | 'primaryPhone') =>
    users.map(({ columns }) => columns[name] || null);
  const { rows } = await sql<Keys>`
    select case when ${caseSensitive} then username else lower(username) end as username,
      lower(email) as email, phone_key(phone) as phone
    from unnest(${list('username')}::text[], ${list('primaryEmail')}::text[], ${list('primaryPhone')}::text[])
      with ordinality as given (username, email, phone, place)
    order by place`.execute(tx);
  return rows;
};

const present = (keys: Keys[], kind: Kind): string[] => keys.flatMap((row) => row[kind] ?? []);
const nameOf = (kind: Kind, key: string) => `${kind} ${key}`;
type Name = { kind: Kind; name: string };

const namesOf = (row: Keys): Name[] =>
  (Object.keys(kinds) as Kind[]).flatMap((kind) => {
    const key = row[kind];
    return key === null ? [] : [{ kind, name: nameOf(kind, key) }];
  });

/** Users by identifier. Several can have the same username in different case, from before that was forbidden. */
type Owners = Map<string, { id: string; username: string | null }[]>;

const ownersOf = async (tx: Transaction, keys: Keys[], { caseSensitive, isDry, onConflict }: Options) => {
  const columns = {
    username: caseSensitive ? 'username' : 'usernameKey',
    email: 'primaryEmailKey',
    phone: 'primaryPhoneKey',
  } as const;
  const owners: Owners = new Map();
  for (const kind of Object.keys(kinds) as Kind[]) {
    const asked = present(keys, kind);
    if (asked.length === 0) continue;
    const column = columns[kind];
    const rows = await tx
      .selectFrom('users')
      .select(['id', 'username', `${column} as key`])
      .where(column, 'in', asked)
      // A concurrent change must not give the identifier to another user before the row is written.
      .$if(onConflict === 'update' && !isDry, (rest) => rest.orderBy('id').forUpdate())
      .execute();
    for (const { key, ...owner } of rows) {
      const name = nameOf(kind, String(key));
      owners.set(name, [...(owners.get(name) ?? []), owner]);
    }
  }
  return owners;
};

const userName = (userId: string) => `user ${userId}`;

/** Identifiers and users of earlier rows. */
const seenIn = async (tx: Transaction, importId: string, names: string[]): Promise<Set<string>> => {
  if (names.length === 0) return new Set();
  const rows = await tx
    .selectFrom('userImportIdentifiers')
    .select('identifier')
    .where('importId', '=', importId)
    .where('identifier', 'in', names)
    .execute();
  return new Set(rows.map(({ identifier }) => identifier));
};

type Options = {
  importId: string;
  caseSensitive: boolean;
  onConflict: UserImport['onConflict'];
  /** Nothing is written, and no user is locked. */
  isDry: boolean;
};

export type Sorted = {
  fresh: ParsedUser[];
  /** Rows of existing users, by ID. Empty unless these are updated. */
  existing: Map<string, ParsedUser>;
  /** The number of existing users that could be updated. */
  existingCount: number;
  problems: Problem[];
  conflictCount: number;
  /** Identifiers and users that later rows must not repeat. */
  names: string[];
};

type Match = Name & { userIds: string[] };

/** The users with each identifier of a row: several only if it is ambiguous. */
const matchesOf = (user: ParsedUser, names: Name[], owners: Owners): Match[] =>
  names.map(({ kind, name }) => {
    const all = owners.get(name) ?? [];
    const exact = kind === 'username' ? all.filter(({ username }) => username === user.columns.username) : [];
    return { kind, name, userIds: (exact.length > 0 ? exact : all).map(({ id }) => id) };
  });

type Problems = (ErrorCode | undefined)[];

/** All identifiers of a row must belong to the same user or be free. */
const updateProblems = (matches: Match[], userId: string | undefined, seen: Set<string>): Problems =>
  matches.map(({ name, userIds }) => {
    if (userIds.some((id) => id !== userId)) return 'user_import.other_user';
    const isRepeated = seen.has(name) || userIds.some((id) => seen.has(userName(id)));
    return isRepeated ? 'user_import.repeated_in_file' : undefined;
  });

/** All identifiers of a row must be free. */
const creationProblems = (matches: Match[], seen: Set<string>): Problems =>
  matches.map(({ kind, name, userIds }) => {
    if (userIds.length > 0) return kinds[kind].code;
    return seen.has(name) ? 'user_import.repeated_in_file' : undefined;
  });

const nobody: Keys = { username: null, email: null, phone: null };

export const sortOut = async (tx: Transaction, users: ParsedUser[], options: Options): Promise<Sorted> => {
  const sorted: Sorted = {
    ...{ fresh: [], existing: new Map(), existingCount: 0 },
    ...{ problems: [], conflictCount: 0, names: [] },
  };
  if (users.length === 0) return sorted;
  const isUpdate = options.onConflict === 'update';
  // Otherwise earlier rows are users by now.
  const remembers = options.isDry || isUpdate;
  const keys = await keysOf(tx, users, options.caseSensitive);
  const owners = await ownersOf(tx, keys, options);
  const asked = [
    ...keys.flatMap((row) => namesOf(row).map(({ name }) => name)),
    ...[...owners.values()].flat().map(({ id }) => userName(id)),
  ];
  const seen = remembers ? await seenIn(tx, options.importId, asked) : new Set<string>();
  const remember = (names: string[]) => {
    for (const name of names) seen.add(name);
    if (remembers) sorted.names.push(...names);
  };
  for (const [at, user] of users.entries()) {
    const matches = matchesOf(user, namesOf(keys[at] ?? nobody), owners);
    const userId = matches.find(({ userIds }) => userIds.length > 0)?.userIds[0];
    const againstUpdate = updateProblems(matches, userId, seen);
    if (userId !== undefined && againstUpdate.every((code) => code === undefined)) {
      sorted.existingCount += 1;
      remember([userName(userId)]);
    }
    const codes = isUpdate ? againstUpdate : creationProblems(matches, seen);
    const problems = matches.flatMap(({ kind }, index): Problem[] => {
      const code = codes[index];
      const { rowNumber, identifier } = user;
      return code ? [{ rowNumber, field: kinds[kind].field, code, identifier }] : [];
    });
    if (problems.length > 0) {
      sorted.problems.push(...problems);
      sorted.conflictCount += 1;
      continue;
    }
    remember(matches.map(({ name }) => name));
    if (userId === undefined) sorted.fresh.push(user);
    else sorted.existing.set(userId, user);
  }
  return sorted;
};
