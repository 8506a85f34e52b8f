// Finds users by a keyword, best matches first: exact values, then prefixes, then substrings. For a frequent keyword
// only the newest matches are ranked, so that no search reads all of them.
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../infrastructure/database/tenant-database.ts';
import { cappedCount, type Slice } from '../../infrastructure/http/paging.ts';
import { escapeLike } from '../../infrastructure/search/containing.ts';
import { canonicalPhone } from './phone-number.ts';

type Condition = RawBuilder<SqlBool>;
type Fields = {
  username: string | null;
  primaryEmail: string | null;
  primaryPhone: string | null;
  name: string | null;
};

const rankedMatches = 100;
/** Matches are counted up to this limit, unless there are obviously more. */
const countedMatches = 1_000;
/** The index needs three letters. Shorter keywords are searched among the newest users only. */
const shortest = 3;
const recentUsers = 10_000;

/** Phone numbers are stored as digits, but typed with plus, spaces and brackets. */
const digitsOf = (keyword: string): string | undefined => {
  const digits = keyword.replaceAll(/\D/g, '');
  return /^\+?[\d\s()./-]+$/.test(keyword) && digits.length >= shortest ? digits : undefined;
};

const any = (conditions: Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
/** The indexed text has the ID on its first line, then username, email, phone and name, in lower case. */
const textLike = (pattern: string): Condition => sql<SqlBool>`search_text like lower(${pattern})`;

const isIdentifier = (keyword: string, digits: string | undefined): Condition =>
  any([
    sql`id = ${keyword}`,
    sql`username_key = lower(${keyword})`,
    sql`primary_email_key = lower(${keyword})`,
    ...(digits === undefined ? [] : [sql<SqlBool>`primary_phone_key = phone_key(${canonicalPhone(digits)})`]),
  ]);

/**
 * A field contains the keyword, or the ID starts with it. `coalesce` hides the alternatives from the planner, which
 * would expect far too few rows and read all of them to sort them.
 */
const inSomeField = (pattern: string): Condition => {
  const fields = ['username_key', 'primary_email_key', 'primary_phone', 'lower(name)'].map(
    (field) => sql<SqlBool>`${sql.raw(field)} like lower(${`%${pattern}%`})`,
  );
  return sql<SqlBool>`coalesce(${any([...fields, textLike(`${pattern}%`)])}, false)`;
};

/** The part of the condition the index decides, and the rest. */
type Match = { indexed: Condition; rest: Condition };

/** When the oldest of the newest users was created. A separate query, since row-level security hides it from the index. */
const startOfRecent = async (db: Database): Promise<number> => {
  const newest = db.selectFrom('users').select('createdAt').orderBy('createdAt', 'desc');
  return (await newest.offset(recentUsers).limit(1).executeTakeFirst())?.createdAt ?? 0;
};

const matchOf = async (db: Database, keyword: string, digits: string | undefined): Promise<Match> => {
  const pattern = escapeLike(keyword);
  if (digits !== undefined && digits !== keyword) {
    return { indexed: textLike(`%${digits}%`), rest: sql`primary_phone like ${`%${digits}%`}` };
  }
  if ([...keyword].length >= shortest) return { indexed: textLike(`%${pattern}%`), rest: inSomeField(pattern) };
  return { indexed: sql`created_at > ${new Date(await startOfRecent(db))}`, rest: inSomeField(pattern) };
};

const rankOf = ({ username, primaryEmail, primaryPhone, name }: Fields, keyword: string, digits = keyword) => {
  const wanted = keyword.toLowerCase();
  const texts = [username, primaryEmail, name].map((text) => text?.toLowerCase() ?? '');
  if (texts.includes(wanted)) return 0;
  return texts.some((text) => text.startsWith(wanted)) || primaryPhone?.startsWith(digits) ? 1 : 2;
};

export const findRanked = async (
  db: Database,
  keyword: string,
  narrowed: readonly Expression<SqlBool>[],
  { offset, limit }: Slice,
): Promise<{ ids: string[]; total: number }> => {
  const digits = digitsOf(keyword);
  const users = db.selectFrom('users').where(({ and }) => and([...narrowed]));
  const exact = (await users.select('id').where(isIdentifier(keyword, digits)).execute()).map(({ id }) => id);
  // A complete email address is not a part of other values.
  if (exact.length > 0 && keyword.includes('@'))
    return { ids: exact.slice(offset, offset + limit), total: exact.length };
  const { indexed, rest: inFields } = await matchOf(db, keyword, digits);
  const others = users.where(indexed).where(inFields).where(sql<SqlBool>`id <> all (${exact}::text[])`);
  const newest = others.orderBy('createdAt', 'desc').orderBy('id');
  const matches = await newest
    .select(['id', 'username', 'primaryEmail', 'primaryPhone', 'name'])
    .limit(rankedMatches)
    .execute();
  const ranked = matches
    .map((match) => ({ id: match.id, rank: rankOf(match, keyword, digits) }))
    .toSorted((one, other) => one.rank - other.rank);
  const first = [...exact, ...ranked.map(({ id }) => id)];
  if (matches.length < rankedMatches) return { ids: first.slice(offset, offset + limit), total: first.length };
  const start = Math.max(offset, first.length);
  const isPast = offset + limit > start;
  const later = newest
    .select('id')
    .offset(start - exact.length)
    .limit(offset + limit - start);
  const rest = isPast ? await later.execute() : [];
  const one = sql<number>`1`.as('one');
  const total = await cappedCount(db, others.select(one), countedMatches, users.where(indexed).select(one));
  return { ids: [...first.slice(offset, offset + limit), ...rest.map(({ id }) => id)], total: total + exact.length };
};
