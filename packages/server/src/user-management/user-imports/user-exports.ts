// Exports all users page by page at the caller's speed. Password hashes are never exported.
import { userExports } from '@tessera/contract/user-imports';
import type { Context } from '../../context.ts';
import { serve } from '../../serve.ts';
import { lineOf } from './columns.ts';

const pageSize = 1000;
const columns = [
  ...(['id', 'username', 'primaryEmail', 'primaryPhone', 'name', 'avatar', 'profile', 'customData'] as const),
  ...(['primaryEmailVerified', 'primaryPhoneVerified'] as const),
  ...(['isSuspended', 'applicationId', 'lastSignInAt', 'createdAt', 'updatedAt'] as const),
] as const;

/** Each page is a separate statement, so that nothing is held while the caller reads slowly. */
async function* pages({ db }: Context) {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('users')
      .select(columns)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    yield rows;
  }
}

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const cellText = (name: string, value: unknown): string => {
  if (value === null || isEmpty(value)) return '';
  if (name.endsWith('At')) return new Date(value as number).toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

async function* asCsv(ctx: Context): AsyncIterable<string> {
  yield lineOf(columns);
  for await (const rows of pages(ctx)) {
    yield rows.map((row) => lineOf(columns.map((name) => cellText(name, row[name])))).join('');
  }
}

async function* asJsonLines(ctx: Context): AsyncIterable<string> {
  for await (const rows of pages(ctx)) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

export default serve(userExports, {
  download: async (ctx, { query: { format = 'csv' } }) =>
    format === 'csv'
      ? { type: 'text/csv; charset=utf-8', fileName: 'users.csv', content: asCsv(ctx) }
      : { type: 'application/x-ndjson', fileName: 'users.ndjson', content: asJsonLines(ctx) },
});
