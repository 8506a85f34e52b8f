// Files as people make them, whole and in pieces of every size: the rows are always the same.
import { describe, expect, it } from 'vitest';
import { fieldsOfCells, lineOf } from './columns.ts';
import { type Batch, type Reader, type Row, readCsvRows, readJsonRows } from './read-rows.ts';

type Read = typeof readCsvRows;

/** Reads as the server does: a window of the file, a few rows of it, then on from where they ended. */
const readAll = (read: Read, file: Buffer | string, window = 1024, most = 2): { rows: Row[]; reader: Reader } => {
  const bytes = Buffer.from(file);
  const rows: Row[] = [];
  let reader: Reader = {};
  let size = window;
  for (let at = 0; at < bytes.length; ) {
    const piece = bytes.subarray(at, at + size);
    const batch: Batch = read(
      { bytes: piece, isStart: at === 0, isEnd: at + piece.length === bytes.length },
      reader,
      most,
    );
    // Nothing whole in the window: a larger one.
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
const csv = (file: Buffer | string) => readAll(readCsvRows, file).rows;
const json = (file: Buffer | string) => readAll(readJsonRows, file).rows;

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
  ])('is read with %s', (_, file) => {
    expect(fields(csv(file))).toEqual([
      { username: 'a', name: 'Ann' },
      { username: 'b', name: 'Bob' },
    ]);
  });

  it('keeps what is between quotes, and counts rows as a spreadsheet does', () => {
    const file = 'username,name\n\na,"Ann ""the\r\nfirst"", Smith"\n,\nb,"Bö;b"\n';
    expect(csv(file)).toEqual([
      { number: 3, fields: { username: 'a', name: 'Ann "the\r\nfirst", Smith' } },
      { number: 5, fields: { username: 'b', name: 'Bö;b' } },
    ]);
  });

  it('is the same in pieces of every size', () => {
    const file = '\u{feff}username,name\r\na,"Ann ""x""\r\ny"\r\nb,Bøb 😀\r\n"c","",\r\nd,"unfinished" business\r\ne,E';
    const whole = readAll(readCsvRows, file, 4096, 100);
    for (let window = 1; window < 40; window += 1) expect(readAll(readCsvRows, file, window)).toEqual(whole);
    expect(fields(whole.rows)).toEqual([
      { username: 'a', name: 'Ann "x"\r\ny' },
      { username: 'b', name: 'Bøb 😀' },
      'user_import.wrong_cell_count',
      'user_import.unreadable_row',
      { username: 'e', name: 'E' },
    ]);
  });

  it('goes on after a row that cannot be read', () => {
    const broken = Buffer.concat([Buffer.from('username\na\n'), Buffer.from([0xff, 0xfe, 0x0a]), Buffer.from('b\n"c')]);
    expect(fields(csv(broken))).toEqual([
      { username: 'a' },
      'user_import.unreadable_row',
      { username: 'b' },
      'user_import.unreadable_row',
    ]);
  });

  it.each([
    ['username,,name\n', 'user_import.no_columns'],
    ['username,username\n', 'user_import.no_columns'],
    ['username,mail\n', 'user_import.unknown_column'],
    ['username,profile.shoeSize\n', 'user_import.unknown_column'],
    [Buffer.from('\u{feff}username', 'utf16le'), 'user_import.not_utf8'],
    ['PK\x03\x04 a spreadsheet', 'user_import.not_utf8'],
  ])('%j is no file of users', (file, code) => {
    expect(() => csv(file)).toThrow(code);
  });

  it('has parts of the profile in columns of their own', () => {
    const columns = [
      'username',
      'profile',
      'profile.givenName',
      'profile.address.country',
      'isSuspended',
      'customData',
    ];
    expect(fieldsOfCells(columns, ['a', '{"locale":"de"}', 'Ann', 'NZ', 'TRUE', '{"a":[1]}'])).toEqual({
      username: 'a',
      profile: { locale: 'de', givenName: 'Ann', address: { country: 'NZ' } },
      isSuspended: true,
      customData: { a: [1] },
    });
  });

  it.each(['=1+1', '+1', '-1', '@x', '\tx', "'=x", "'quoted'", 'a,b', 'a"b', 'a\nb', 'plain', "o'clock"])(
    '%j is never a formula to a spreadsheet, and is read as it was',
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
      expect(fields(readAll(readJsonRows, file, window).rows)).toEqual(users);
  });

  it.each([
    ['[{"username":"a"},7,{bad},{"username":"b"}]', [{ username: 'a' }, 'x', 'x', { username: 'b' }]],
    ['{"username":"a"}\n{"username":\n[1]\n{"username":"b"}', [{ username: 'a' }, 'x', 'x', { username: 'b' }]],
    ['[{"username":"a"},{"username":', [{ username: 'a' }, 'x']],
    ['[]', []],
    ['[{"username":"a"}] and more', [{ username: 'a' }]],
  ])('%s goes on after what cannot be read', (file, expected) => {
    expect(fields(json(file))).toEqual(expected.map((row) => (row === 'x' ? 'user_import.unreadable_row' : row)));
  });

  it('numbers lines and elements', () => {
    expect(json('\n{"username":"a"}\n\n{"username":"b"}').map(({ number }) => number)).toEqual([2, 4]);
    expect(json('[{"username":"a"},{"username":"b"}]').map(({ number }) => number)).toEqual([1, 2]);
  });
});
