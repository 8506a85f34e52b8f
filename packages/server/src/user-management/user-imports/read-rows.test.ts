// Typical files, whole and in chunks of every size: the rows are always the same.
import type { ColumnMapping } from '@tessera/contract/import-fields';
import { describe, expect, it } from 'vitest';
import { fieldsOfCells, fieldsOfColumns, lineOf } from './columns.ts';
import { UnreadableFile } from './encoding.ts';
import { type Batch, type Reader, type Row, readCsvRows, readJsonRows } from './read-rows.ts';

type Read = typeof readCsvRows;

/** Reads like the server: a window of the file, a few rows of it, then from where they ended. */
const readAll = (
  read: Read,
  file: Buffer | string,
  { window = 1024, most = 2, mapping = {} }: { window?: number; most?: number; mapping?: ColumnMapping } = {},
): { rows: Row[]; reader: Reader } => {
  const bytes = Buffer.from(file);
  const rows: Row[] = [];
  let reader: Reader = {};
  let size = window;
  for (let at = 0; at < bytes.length; ) {
    const piece = bytes.subarray(at, at + size);
    const batch: Batch = read({ bytes: piece, isStart: at === 0, isEnd: at + piece.length === bytes.length }, reader, {
      most,
      mapping,
    });
    // The window contains no complete row: enlarge it.
    if (batch.length === 0) {
      size *= 2;
      continue;
    }
    size = window;
    at += batch.length;
    reader = batch.reader;
    rows.push(...batch.rows);
  }
  return { rows, reader };
};
const fields = (rows: Row[]) => rows.map((row) => ('fields' in row ? { ...row.fields } : row.code));
const csv = (file: Buffer | string, mapping: ColumnMapping = {}) => readAll(readCsvRows, file, { mapping }).rows;
const json = (file: Buffer | string, mapping: ColumnMapping = {}) => readAll(readJsonRows, file, { mapping }).rows;
/** Why and where a file is unreadable. */
const failureOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof UnreadableFile) return { code: error.code, ...error.at };
    throw error;
  }
  return undefined;
};

describe('CSV', () => {
  it.each([
    ['plain', 'username,name\na,Ann\nb,Bob\n'],
    ['line ends of Windows', 'username,name\r\na,Ann\r\nb,Bob\r\n'],
    ['line ends of old', 'username,name\ra,Ann\rb,Bob'],
    ['no last line end', 'username,name\na,Ann\nb,Bob'],
    ['a byte order mark', '\u{feff}username,name\na,Ann\nb,Bob'],
    ['quotes', '"username","name"\n"a","Ann"\n"b",Bob\n'],
    ['semicolons', 'username;name\na;Ann\nb;Bob'],
    ['tabs', 'username\tname\na\tAnn\nb\tBob'],
    ['blanks around', ' username , name\n a ,Ann \nb,Bob'],
    ['missing cells', 'username,name,avatar\na,Ann\nb,Bob'],
  ])('is parsed with %s', (_, file) => {
    expect(fields(csv(file))).toEqual([
      { username: 'a', name: 'Ann' },
      { username: 'b', name: 'Bob' },
    ]);
  });

  it('keeps quoted content, and counts rows like a spreadsheet', () => {
    const file = 'username,name\n\na,"Ann ""the\r\nfirst"", Smith"\n,\nb,"Bö;b"\n';
    expect(csv(file)).toEqual([
      { number: 3, fields: { username: 'a', name: 'Ann "the\r\nfirst", Smith' } },
      { number: 5, fields: { username: 'b', name: 'Bö;b' } },
    ]);
  });

  it('is parsed the same in chunks of any size', () => {
    const file = '\u{feff}username,name\r\na,"Ann ""x""\r\ny"\r\nb,Bøb 😀\r\n"c","",\r\nd,"unfinished" business\r\ne,E';
    const whole = readAll(readCsvRows, file, { window: 4096, most: 100 });
    for (let window = 1; window < 40; window += 1) expect(readAll(readCsvRows, file, { window })).toEqual(whole);
    expect(fields(whole.rows)).toEqual([
      { username: 'a', name: 'Ann "x"\r\ny' },
      { username: 'b', name: 'Bøb 😀' },
      'user_import.wrong_cell_count',
      'user_import.unreadable_row',
      { username: 'e', name: 'E' },
    ]);
  });

  it('continues after an unreadable row', () => {
    expect(fields(csv('username\na\n"b" c\nb\n"c'))).toEqual([
      { username: 'a' },
      'user_import.unreadable_row',
      { username: 'b' },
      'user_import.unreadable_row',
    ]);
  });

  it('maps and ignores columns', () => {
    const mapping: ColumnMapping = { Login: 'username', 'First name': 'profile.givenName', Notes: null, '': null };
    const file = 'Login,First name,Notes,name,,\na,Ann,x,Ann A,,\nb,,y,,z,\n';
    expect(fields(csv(file, mapping))).toEqual([
      { username: 'a', name: 'Ann A', profile: { givenName: 'Ann' } },
      { username: 'b' },
    ]);
    expect(failureOf(() => csv('Login,username\n', mapping))).toMatchObject({
      ...{ code: 'user_import.field_twice', details: 'username', columns: ['Login', 'username'] },
    });
    expect(failureOf(() => csv('Login,mail\n', mapping))).toMatchObject({
      ...{ code: 'user_import.unknown_column', details: 'mail', columns: ['Login', 'mail'] },
    });
    // Names of object members are names like any other.
    expect(failureOf(() => csv('username,constructor,__proto__\n'))?.details).toBe('constructor, __proto__');
  });

  it.each([
    ['username,,name\n', 'user_import.no_columns'],
    ['username,username\n', 'user_import.no_columns'],
    ['username,mail\n', 'user_import.unknown_column'],
    ['username,profile.shoeSize\n', 'user_import.unknown_column'],
    ['user\0name\n', 'user_import.no_columns'],
    ['"user" name\n', 'user_import.no_columns'],
    [`username${',x'.repeat(500)}\n`, 'user_import.too_many_columns'],
    [Buffer.from('\u{feff}username', 'utf16le'), 'user_import.utf16'],
    [Buffer.from('\u{feff}username', 'utf16le').swap16(), 'user_import.utf16'],
    [Buffer.from('username\na', 'utf16le'), 'user_import.utf16'],
    [Buffer.from('username\na', 'utf16le').swap16(), 'user_import.utf16'],
    ['PK\x03\x04 a workbook', 'user_import.excel'],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'user_import.excel'],
  ])('%j is not a file of users', (file, code) => {
    expect(() => csv(file)).toThrow(code);
  });

  const latin = (text: string) => Buffer.from(text, 'latin1');
  it.each([
    [latin('username,name\na,Ann\nb,Bj\xf6rn\n'), 'user_import.windows_1252', 3, 'name'],
    [latin('username,name\r\n\r\n"\xe4","Ann"\r\n'), 'user_import.windows_1252', 3, 'username'],
    [latin('username,price\x80\na,Ann\n'), 'user_import.windows_1252', 1, undefined],
    [latin('username,name\na,\x81\n'), 'user_import.not_utf8', 2, 'name'],
    [Buffer.concat([Buffer.from('username,name\na,Bj\u00f6rn '), latin('\xf6')]), 'user_import.not_utf8', 2, 'name'],
    [latin('username,name\na,"wrong" \xf6\nb,\xf6\n'), 'user_import.windows_1252', 3, 'name'],
  ])('a file in another encoding says where (%#)', (file, code, rowNumber, column) => {
    expect(failureOf(() => csv(file))).toEqual({ code, rowNumber, ...(column && { column }) });
  });

  it('has profile fields in their own columns', () => {
    const names = ['username', 'profile', 'profile.givenName', 'profile.address.country', 'isSuspended', 'customData'];
    const columns = fieldsOfColumns(names, {});
    expect(fieldsOfCells(columns, ['a', '{"locale":"de"}', 'Ann', 'NZ', 'TRUE', '{"a":[1]}'])).toEqual({
      username: 'a',
      profile: { locale: 'de', givenName: 'Ann', address: { country: 'NZ' } },
      isSuspended: true,
      customData: { a: [1] },
    });
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx', "'=x", "'quoted'", 'a,b', 'a"b', 'a\nb', 'plain', "o'clock"])(
    '%j is never a formula, and survives a round trip',
    (text) => {
      const line = lineOf([text, 'b']);
      expect(line).not.toMatch(/^"?[=+\-@\t\r]/);
      expect(fields(csv(`name,username\n${line}`))).toEqual([{ name: text.trim(), username: 'b' }]);
    },
  );
});

describe('JSON', () => {
  const users = [
    { username: 'a', name: 'A "}]" \\' },
    { username: 'b', customData: { list: [[1], { x: ',' }] } },
  ];
  it.each([
    ['an array', JSON.stringify(users)],
    ['a pretty array', JSON.stringify(users, null, 2)],
    ['lines', users.map((user) => JSON.stringify(user)).join('\n')],
    ['lines of Windows with blank ones', `\r\n${users.map((user) => `${JSON.stringify(user)}\r\n\r\n`).join('')}`],
  ])('is read as %s, in pieces of every size', (_, file) => {
    for (const window of [1, 2, 3, 5, 8, 13, 400])
      expect(fields(readAll(readJsonRows, file, { window }).rows)).toEqual(users);
  });

  it.each([
    ['[{"username":"a"},7,{bad},{"username":"b"}]', [{ username: 'a' }, 'x', 'x', { username: 'b' }]],
    ['{"username":"a"}\n{"username":\n[1]\n{"username":"b"}', [{ username: 'a' }, 'x', 'x', { username: 'b' }]],
    ['[{"username":"a"},{"username":', [{ username: 'a' }, 'x']],
    ['[]', []],
    ['[{"username":"a"}] and more', [{ username: 'a' }]],
  ])('%s continues after unreadable parts', (file, expected) => {
    expect(fields(json(file))).toEqual(expected.map((row) => (row === 'x' ? 'user_import.unreadable_row' : row)));
  });

  it('maps and ignores fields', () => {
    const mapping: ColumnMapping = { login: 'username', first: 'profile.givenName', notes: null };
    const file = JSON.stringify([
      { login: 'a', first: 'Ann', notes: 'x', profile: { locale: 'de' }, id: 'ignored' },
      { login: 'b', username: 'b' },
      { login: 'c', other: 1 },
    ]);
    expect(json(file, mapping)).toEqual([
      { number: 1, fields: { username: 'a', profile: { locale: 'de', givenName: 'Ann' } } },
      { number: 2, code: 'user_import.field_twice', field: 'username' },
      { number: 3, fields: { username: 'c', other: 1 } },
    ]);
  });

  it.each([
    [Buffer.from('[{"username":"a"},{"username":"b","name":"Bj\xf6rn"}]', 'latin1'), 2, 'name'],
    [Buffer.from('{"username":"a"}\n\n{"username":"b","profile":{"givenName":"\xf6"}}', 'latin1'), 3, 'profile'],
    [Buffer.from('{"username":"\xf6', 'latin1'), 1, undefined],
  ])('a file in another encoding says where (%#)', (file, rowNumber, column) => {
    const found = { code: 'user_import.windows_1252', rowNumber, ...(column && { column }) };
    expect(failureOf(() => json(file))).toEqual(found);
  });

  it('numbers lines and elements', () => {
    expect(json('\n{"username":"a"}\n\n{"username":"b"}').map(({ number }) => number)).toEqual([2, 4]);
    expect(json('[{"username":"a"},{"username":"b"}]').map(({ number }) => number)).toEqual([1, 2]);
  });
});
