// Which of the users to be are there already, or come twice in the file.
import type { ErrorCode } from '@tessera/contract/errors';
import { sql } from 'kysely';
import type { Transaction } from '../database/tenant-database.ts';
import type { ParsedUser, Problem } from './parse-user.ts';

const kinds = {
  username: { field: 'username', code: 'user.username_already_in_use' },
  email: { field: 'primaryEmail', code: 'user.email_already_in_use' },
  phone: { field: 'primaryPhone', code: 'user.phone_already_in_use' },
} as const satisfies Record<string, { field: string; code: ErrorCode }>;
type Kind = keyof typeof kinds;
type Keys = { [K in Kind]: string | null };

/** Identifiers in the form in which the database compares them. */
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

const takenIn = async (tx: Transaction, keys: Keys[], caseSensitive: boolean): Promise<Set<string>> => {
  const columns = {
    username: caseSensitive ? 'username' : 'usernameKey',
    email: 'primaryEmailKey',
    phone: 'primaryPhoneKey',
  } as const;
  const taken = new Set<string>();
  for (const kind of Object.keys(kinds) as Kind[]) {
    const asked = present(keys, kind);
    if (asked.length === 0) continue;
    const column = columns[kind];
    const rows = await tx.selectFrom('users').select(column).where(column, 'in', asked).execute();
    for (const row of rows) taken.add(nameOf(kind, String((row as Record<string, string>)[column])));
  }
  return taken;
};

/** What a dry run has seen in the rows before. */
const seenIn = async (tx: Transaction, importId: string, keys: Keys[]): Promise<Set<string>> => {
  const names = keys.flatMap((row) => namesOf(row).map(({ name }) => name));
  if (names.length === 0) return new Set();
  const rows = await tx
    .selectFrom('userImportIdentifiers')
    .select('identifier')
    .where('importId', '=', importId)
    .where('identifier', 'in', names)
    .execute();
  return new Set(rows.map(({ identifier }) => identifier));
};

const namesOf = (row: Keys) =>
  (Object.keys(kinds) as Kind[]).flatMap((kind) => {
    const key = row[kind];
    return key === null ? [] : [{ kind, name: nameOf(kind, key) }];
  });

export type Sorted = {
  fresh: ParsedUser[];
  conflicts: Problem[];
  conflicting: number /** Of those who are fresh. */;
  names: string[];
};

export const sortOut = async (
  tx: Transaction,
  users: ParsedUser[],
  options: {
    caseSensitive: boolean /** Only a dry run has to remember: otherwise those before are users now. */;
    rememberedFor?: string;
  },
): Promise<Sorted> => {
  const sorted: Sorted = { fresh: [], conflicts: [], conflicting: 0, names: [] };
  if (users.length === 0) return sorted;
  const keys = await keysOf(tx, users, options.caseSensitive);
  const taken = await takenIn(tx, keys, options.caseSensitive);
  const seen = options.rememberedFor ? await seenIn(tx, options.rememberedFor, keys) : new Set<string>();
  for (const [at, user] of users.entries()) {
    const names = namesOf(keys[at] ?? { username: null, email: null, phone: null });
    const found = names.flatMap(({ kind, name }): Problem[] => {
      const { field, code } = kinds[kind];
      const common = { rowNumber: user.rowNumber, field, identifier: user.identifier };
      if (taken.has(name)) return [{ ...common, code }];
      return seen.has(name) ? [{ ...common, code: 'user_import.repeated_in_file' }] : [];
    });
    if (found.length > 0) {
      sorted.conflicts.push(...found);
      sorted.conflicting += 1;
      continue;
    }
    for (const { name } of names) seen.add(name);
    sorted.names.push(...names.map(({ name }) => name));
    sorted.fresh.push(user);
  }
  return sorted;
};
