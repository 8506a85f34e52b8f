import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPassword, type PasswordRules, type PasswordUserInfo } from './check-password.ts';

const issues = (password: string, rules: PasswordRules = {}, userInfo: PasswordUserInfo = {}, pwned = false) =>
  checkPassword(password, rules, userInfo, { pwned }).map(({ code }) => code.replace('password_rejected.', ''));

describe('length', () => {
  it.each([
    [7, ['too_short']],
    [8, []],
    [256, []],
    [257, ['too_long']],
  ])('default policy, %d characters', (length, expected) => {
    expect(issues('kW7!'.repeat(65).slice(0, length))).toEqual(expected);
  });

  it.each([
    [1, 1, '', ['too_short']],
    [1, 1, 'k', []],
    [1, 1, 'kW', ['too_long']],
    [12, 14, 'kW7!kW7!kW7', ['too_short']],
    [12, 14, 'kW7!kW7!kW7!', []],
    [12, 14, 'kW7!kW7!kW7!kW', []],
    [12, 14, 'kW7!kW7!kW7!kW7', ['too_long']],
  ])('%d to %d: %j', (min, max, password, expected) => {
    const characterTypes = { min: password === '' ? 0 : 1 };
    expect(issues(password, { length: { min, max }, characterTypes })).toEqual(expected);
  });

  it('reports which limit was violated', () => {
    expect(checkPassword('kW7!', { length: { min: 5 } })).toEqual([
      { code: 'password_rejected.too_short', interpolation: { min: 5 } },
    ]);
    expect(checkPassword('kW7!', { length: { min: 1, max: 3 } })).toEqual([
      { code: 'password_rejected.too_long', interpolation: { max: 3 } },
    ]);
  });
});

describe('characters', () => {
  it.each([
    ['kwfpmxtb', 1, []],
    ['kwfpmxtb', 2, ['character_types']],
    ['kwfpmxtB', 2, []],
    ['kwfpmxtB', 3, ['character_types']],
    ['kwfpmx7B', 3, []],
    ['kwfpmx7B', 4, ['character_types']],
    ['kwfp x7B', 4, []],
    ['kwfp!x7B', 4, []],
    ['kwfp~x7B', 4, []],
    ['kwfpäx7B!', 4, ['unsupported_characters']],
    ['kwfp\tx7B!', 1, ['unsupported_characters']],
    ['kwfp\u007fx7B!', 1, ['unsupported_characters']],
    ['kwfp🙂x7B', 1, ['unsupported_characters']],
    ['ｋｗｆｐｍｘｔｂ', 4, ['unsupported_characters']],
  ])('%j with at least %d types', (password, min, expected) => {
    expect(issues(password, { characterTypes: { min } })).toEqual(expected);
  });
});

describe('repetition and sequence', () => {
  // At most length minus three characters may be marked, but at least one.
  it.each([
    ['aaaaaaaa', ['restricted.repetition']],
    ['aaaaaakw', ['restricted.repetition']], // 6 of 8 marked
    ['aaaaakwf', []], // 5 of 8
    ['aaaakwfp', []],
    ['aaakwfpm', []],
    ['aaaaaakwf', []], // 6 of 9
    ['aAaAaAaA', []],
    ['12345678', ['restricted.sequence']],
    ['123456kw', ['restricted.sequence']],
    ['12345kwf', []],
    ['87654321', ['restricted.sequence']],
    ['abcdefgh', ['restricted.sequence']],
    ['ABCDEFGH', ['restricted.sequence']],
    ['hgfedcba', ['restricted.sequence']],
    ['aBcDeFgH', []],
    ['qwertyui', ['restricted.sequence']],
    ['lkjhgfds', ['restricted.sequence']],
    ['MNBVCXZ1', ['restricted.sequence']],
    ['1qaz2wsx', ['restricted.sequence']],
    ['xsw2ZAQ1', ['restricted.sequence']],
    ['9ol8ik7ujm', ['restricted.sequence']],
    ['89012345', ['restricted.sequence']], // only 012345 is marked: 6 of 8
    ['89078907', []],
    ['abcaaaXYZ', ['restricted.sequence', 'restricted.repetition']],
    ['aaaabcabc', ['restricted.repetition', 'restricted.sequence']],
    ['abab1212', []],
  ])('%s', (password, expected) => {
    expect(issues(password)).toEqual(expected);
    expect(issues(password, { rejects: { repetitionAndSequence: false } })).toEqual([]);
  });

  it('never marks one character too many in a short password', () => {
    const rules = { length: { min: 1 }, rejects: { words: ['k'] } };
    expect(issues('k', rules)).toEqual([]);
    expect(issues('kk', rules)).toEqual(['restricted.words']);
    expect(issues('kwfp', rules)).toEqual([]);
    expect(issues('kkfp', rules)).toEqual(['restricted.words']);
    expect(issues('kkfpm', rules)).toEqual([]);
    expect(issues('kkkpm', rules)).toEqual(['restricted.repetition', 'restricted.words']);
  });
});

describe('words and user info', () => {
  it.each([
    ['Tessera1', ['tessera'], ['restricted.words']],
    ['tEsSeRaX', ['TESSERA'], ['restricted.words']],
    ['TesseraKwf', ['tessera'], []], // 7 of 10
    ['TesseraKw', ['tessera'], ['restricted.words']], // 7 of 9
    ['kwfpmxtb', ['', ' '], []],
    ['nanananana', ['nana'], ['restricted.words']],
  ])('%s with %j', (password, words, expected) => {
    expect(issues(password, { rejects: { words } })).toEqual(expected);
  });

  it.each([
    ['annaberg', { name: 'Anna Berg' }, ['restricted.user_info']],
    ['anna berg', { name: 'Anna Berg' }, ['restricted.user_info']],
    ['bergkwANNA', { name: 'Anna  Berg' }, ['restricted.user_info']],
    ['bergkwfANNA', { name: 'Anna Berg' }, []],
    ['SilverFox', { username: 'silverfox' }, ['restricted.user_info']],
    ['fox.mail7', { email: 'Fox.Mail@example.com' }, ['restricted.user_info']],
    ['example.com', { email: 'fox@example.com' }, []],
    ['4915709', { phone: '4915709' }, ['too_short', 'restricted.user_info']],
    ['+4915709', { phone: '4915709' }, ['restricted.user_info']],
    ['kwfpmxtb', { name: null, username: undefined, email: '', phone: ' ' }, []],
  ])('%s of %j', (password, userInfo, expected) => {
    expect(issues(password, {}, userInfo)).toEqual(expected);
    expect(issues(password, { rejects: { userInfo: false } }, userInfo)).toEqual(
      expected.filter((issue) => issue !== 'restricted.user_info'),
    );
  });

  it('lists types in order of position', () => {
    const rules = { rejects: { words: ['silver'] } };
    expect(issues('fox123silver', rules, { username: 'fox' })).toEqual([
      'restricted.user_info',
      'restricted.sequence',
      'restricted.words',
    ]);
    expect(issues('aaasilver', rules)).toEqual(['restricted.repetition', 'restricted.words']);
  });
});

it('lists a breach between characters and restricted parts, unless the policy ignores it', () => {
  expect(issues('ä'.repeat(7), {}, {}, true)).toEqual([
    'too_short',
    'unsupported_characters',
    'pwned',
    'restricted.repetition',
  ]);
  expect(issues('kwfpmxtb', { rejects: { pwned: false } }, {}, true)).toEqual([]);
});

it('treats undefined as the default', () => {
  const rules = {
    length: { min: undefined, max: undefined },
    characterTypes: undefined,
    rejects: { words: undefined },
  };
  expect(issues('kwfpmxt', rules)).toEqual(['too_short']);
});

describe('properties', () => {
  const password = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ maxLength: 40 }),
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '2', 'İ', 'ß'), maxLength: 20 }),
  );
  const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'C', '1', 'İ'), maxLength: 4 }), { maxLength: 6 });
  const userInfo = fc.record(
    { name: fc.string({ unit: 'binary' }), username: fc.string(), email: fc.string(), phone: fc.string() },
    { requiredKeys: [] },
  );

  it('never throws on any string', () => {
    fc.assert(
      fc.property(password, words, userInfo, fc.boolean(), (text, list, info, pwned) => {
        expect(Array.isArray(checkPassword(text, { rejects: { words: list } }, info, { pwned }))).toBe(true);
      }),
    );
  });

  it('does not depend on the order of the words', () => {
    const shuffled = words.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(password, shuffled, (text, [one, other]) => {
        expect(issues(text, { rejects: { words: other } })).toEqual(issues(text, { rejects: { words: one } }));
      }),
    );
  });

  it('Z05 never accepts more when a rule gets stricter', () => {
    const limit = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(password, words, fc.string({ maxLength: 3 }), limit, limit, (text, list, extra, min, types) => {
        const mild = issues(text, { length: { min }, characterTypes: { min: types }, rejects: { words: list } });
        const strict = issues(text, {
          length: { min: min + 1, max: 255 },
          characterTypes: { min: types + 1 },
          rejects: { words: [...list, extra] },
        });
        expect(strict).toEqual(expect.arrayContaining(mild));
      }),
    );
  });

  it('takes linear time', () => {
    // Anything slower would not end before the test does.
    expect(issues('a'.repeat(10_000_000), { rejects: { words: ['a', 'aa'] } })).toEqual(['too_long']);
  });
});
