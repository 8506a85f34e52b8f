// Columns and samples are read from the beginning of typical files.
import { describe, expect, it } from 'vitest';
import { guessMapping, mappingOf } from './guess-mapping.ts';
import { readColumns } from './read-columns.ts';

const csv = (text: string | Uint8Array<ArrayBuffer>) => readColumns(new Blob([text]), 'csv');
const json = (text: string) => readColumns(new Blob([text]), 'json');

describe('columns of a chosen file', () => {
  it.each([
    ['commas', 'Login,Name\nada,Ada\n'],
    ['semicolons, quotes and a byte order mark', '\u{feff}"Login";"Name"\r\n"ada";"Ada"\r\n'],
    ['tabs and blanks', ' Login \t Name\nada\tAda'],
    ['empty lines', '\nLogin,Name\n\n,\nada,\n,Ada\n'],
  ])('are read from CSV with %s', async (_, text) => {
    expect(await csv(text)).toEqual([
      { name: 'Login', sample: 'ada' },
      { name: 'Name', sample: 'Ada' },
    ]);
  });

  it('keep quoted content, and are listed once', async () => {
    expect(await csv('a,a,,b\n1,2,3,"x, ""y""\nz"\n')).toEqual([
      { name: 'a', sample: '1' },
      { name: '', sample: '3' },
      { name: 'b', sample: 'x, "y"\nz' },
    ]);
    expect(await csv('only,names')).toEqual([
      { name: 'only', sample: '' },
      { name: 'names', sample: '' },
    ]);
  });

  it.each([
    ['an array', '[{"login":"ada","tags":["a","]"]},{"login":"bob","age":7}]'],
    ['an array that is cut off', '[ {"login":"ada","tags":["a","]"]}, {"age":7} , {"login":"cu'],
    ['lines', '{"login":null}\n\n{"login":"ada","tags":["a","]"]}\n{"age":7}\nbroken'],
  ])('are the fields of JSON: %s', async (_, text) => {
    expect(await json(text)).toEqual([
      { name: 'login', sample: 'ada' },
      { name: 'tags', sample: '["a","]"]' },
      { name: 'age', sample: '7' },
    ]);
  });

  it('are unknown for files that are not UTF-8 text', async () => {
    const utf16 = Uint8Array.from('username\n'.split('').flatMap((letter) => [letter.charCodeAt(0), 0]));
    for (const bytes of [utf16, Uint8Array.from([0xff, 0xfe, 0x61, 0]), Uint8Array.from([0x61, 0xf6, 0x0a])]) {
      expect(await csv(bytes)).toEqual([]);
    }
    expect(await json('"text"')).toEqual([]);
  });

  it('are read even if the beginning ends within a character', async () => {
    expect(await csv(`name\n${'ö'.repeat(40_000)}`)).toMatchObject([{ name: 'name' }]);
    expect(await csv(`names\n${'ö'.repeat(40_000)}`)).toMatchObject([{ name: 'names' }]);
  });
});

describe('guesses', () => {
  it.each([
    ['E-Mail', 'primaryEmail'],
    ['email_address', 'primaryEmail'],
    ['First name', 'profile.givenName'],
    ['LAST_NAME', 'profile.familyName'],
    ['phoneNumber', 'primaryPhone'],
    ['Full Name', 'name'],
    ['Straße', 'profile.address.streetAddress'],
    ['profile.givenName', 'profile.givenName'],
    ['GivenName', 'profile.givenName'],
    ['primary_email', 'primaryEmail'],
    ['password', null],
    ['id', null],
    ['constructor', null],
    ['', null],
  ])('%j is %j', (column, field) => {
    expect(guessMapping([column])).toEqual({ [column]: field });
  });

  it('use each field once, the exact name first', () => {
    expect(guessMapping(['Mail', 'primaryEmail', 'E-Mail'])).toEqual({
      ...{ Mail: null, primaryEmail: 'primaryEmail', 'E-Mail': null },
    });
    expect(guessMapping(['Mail', 'E-Mail'])).toEqual({ Mail: 'primaryEmail', 'E-Mail': null });
  });

  it('prefer an earlier mapping, and leave out what needs none', () => {
    const choices = guessMapping(['Mail', 'Work', 'name'], { Mail: null, Work: 'primaryEmail', Gone: 'username' });
    expect(choices).toEqual({ Mail: null, Work: 'primaryEmail', name: 'name' });
    expect(mappingOf(choices)).toEqual({ Mail: null, Work: 'primaryEmail' });
  });
});
