// Filters and PATCH paths: the examples of RFC 7644, the dialects of Entra ID and Okta, and random text.
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { parseFilter } from './filter.ts';
import { filterCondition, isIndexed } from './filter-sql.ts';
import { groupSource } from './find-groups.ts';
import { userSource } from './find-users.ts';
import { parsePath } from './patch-path.ts';
import { userKind } from './schemas.ts';

const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof RequestError) return error.code;
    throw error;
  }
  return 'none';
};

const examples = [
  'userName eq "bjensen"',
  'name.familyName co "O\'Malley"',
  'userName sw "J"',
  'urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"',
  'title pr',
  'meta.lastModified gt "2011-05-13T04:42:34Z"',
  'meta.lastModified ge "2011-05-13T04:42:34Z"',
  'meta.lastModified lt "2011-05-13T04:42:34Z"',
  'meta.lastModified le "2011-05-13T04:42:34Z"',
  'title pr and userType eq "Employee"',
  'title pr or userType eq "Intern"',
  'userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")',
  'userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")',
  'userType eq "Employee" and (emails.type eq "work")',
  'userType eq "Employee" and emails[type eq "work" and value co "@example.com"]',
  'emails[type eq "work" and value co "@example.com"] or phoneNumbers[type eq "mobile" and value co "555"]',
  'emails[type eq "work"].value eq "bjensen@example.com"',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "Sales"',
  'active eq true',
  'active eq "True"',
  'externalId eq "701984"',
  'USERNAME EQ "x" AND Active Eq FALSE',
];

describe('filters', () => {
  it.each(examples)('reads %s', (filter) => {
    expect(codeOf(() => filterCondition(userSource, parseFilter(filter)))).toBe('none');
  });

  it.each([
    '',
    'userName',
    'userName eq',
    'userName eq bjensen',
    'userName is "x"',
    'userName eq "x" and',
    '(userName eq "x"',
    'userName eq "x")',
    'emails[type eq "work"',
    'emails[type eq "work"].value',
    'unknown eq "x"',
    'name.unknown eq "x"',
    'name eq "x"',
    'userName[value eq "x"]',
    'active gt true',
    'meta.created gt "yesterday"',
    'userName eq "\\x"',
    'userName eq 5',
    `userName eq "${'x'.repeat(3000)}"`,
    Array(30).fill('title pr').join(' or '),
    `${'('.repeat(50)}title pr${')'.repeat(50)}`,
    'password eq "x"',
  ])('refuses %s', (filter) => {
    expect(codeOf(() => filterCondition(userSource, parseFilter(filter)))).toBe('scim.invalid_filter');
  });

  it('and binds closer than or', () => {
    expect(parseFilter('title pr or active eq true and userType pr')).toMatchObject({
      type: 'or',
      right: { type: 'and' },
    });
  });

  it('Z08 random text is a filter or refused', () => {
    const word = fc.constantFrom(
      ...[
        'userName',
        'emails',
        'eq',
        'and',
        'or',
        'not',
        '(',
        ')',
        '[',
        ']',
        '"x"',
        '.value',
        'pr',
        'true',
        '5',
        ';--',
      ],
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, (filter) => {
        expect(['none', 'scim.invalid_filter']).toContain(
          codeOf(() => filterCondition(userSource, parseFilter(filter))),
        );
        expect(['none', 'scim.invalid_filter', 'scim.invalid_path']).toContain(
          codeOf(() => parsePath(userKind, filter)),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('R60 texts of the client are parameters', () => {
    const hostile = `'; drop table users; --`;
    const condition = filterCondition(userSource, parseFilter(`userName eq "${hostile}" or title co "${hostile}"`));
    const parts = JSON.stringify(sql`${condition}`.toOperationNode());
    expect(parts).toContain('ValueNode');
    const fragments = [...parts.matchAll(/"sqlFragments":\[(.*?)\]/g)].map(([, text]) => text);
    expect(fragments.length).toBeGreaterThan(0);
    expect(fragments.join()).not.toContain('drop table');
  });

  it('knows which filters an index answers', () => {
    const indexed = (filter: string) => isIndexed(userSource, parseFilter(filter));
    expect(indexed('userName eq "x"')).toBe(true);
    expect(indexed('externalId eq "x" and active eq true')).toBe(true);
    expect(indexed('emails[type eq "work"].value eq "x"')).toBe(true);
    expect(indexed('emails.value eq "x" or id eq "y"')).toBe(true);
    expect(indexed('userName sw "x"')).toBe(false);
    expect(indexed('userName eq "x" or title pr')).toBe(false);
    expect(indexed('not (userName eq "x")')).toBe(false);
    expect(isIndexed(groupSource, parseFilter('id eq "x" and members eq "y"'))).toBe(true);
  });
});
