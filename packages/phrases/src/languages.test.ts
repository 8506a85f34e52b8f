import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { directionOf, languages, matchLanguage, parseAcceptLanguage } from './languages.ts';

const tags = languages.map(({ tag }) => tag);

describe('matchLanguage', () => {
  it.each([
    [['de'], 'de'],
    [['de-AT'], 'de'],
    [['DE_ch'], 'de'],
    [['en-AU', 'de'], 'en'],
    [['pl'], 'pl-PL'],
    [['tr'], 'tr-TR'],
    [['uk'], 'uk-UA'],
    [['pt'], 'pt-BR'],
    [['pt-PT'], 'pt-PT'],
    [['es-419'], 'es'],
    [['ar-EG'], 'ar'],
    [['zh'], 'zh-CN'],
    [['zh-SG'], 'zh-CN'],
    [['zh-Hans-HK'], 'zh-CN'],
    [['zh-Hant'], 'zh-TW'],
    [['zh-Hant-HK'], 'zh-HK'],
    [['zh-HK'], 'zh-HK'],
    [['zh-MO'], 'zh-HK'],
    [['zh-TW'], 'zh-TW'],
    [['sw', 'xx', 'fr-CA'], 'fr'],
    [['sw'], undefined],
    [['', '-', '💥', 'a'.repeat(5000)], undefined],
    [[], undefined],
  ])('%j → %s', (wanted, expected) => {
    expect(matchLanguage(wanted, tags)).toBe(expected);
  });

  it('prefers the other Chinese script to a different language', () => {
    expect(matchLanguage(['zh-TW', 'en'], ['en', 'zh-CN'])).toBe('zh-CN');
    expect(matchLanguage(['zh-TW'], ['zh-CN', 'zh-HK'])).toBe('zh-HK');
  });

  it('supports languages added by tenants', () => {
    expect(matchLanguage(['fa'], ['fa-IR', 'not a tag'])).toBe('fa-IR');
    expect(matchLanguage(['not a tag'], ['fa-IR', 'not a tag'])).toBe('not a tag');
  });
});

describe('parseAcceptLanguage', () => {
  it.each([
    ['de-CH, fr;q=0.9, en;q=0.8, *;q=0.5', ['de-CH', 'fr', 'en']],
    ['en;q=0.5, de', ['de', 'en']],
    ['en;q=0, de', ['de']],
    ['fr;q=1.000,de;Q=0.2,it; q = 0.3', ['fr', 'it', 'de']],
    ['en;q=nope, de;q=7, fr;q=-1, it', ['it']],
    ['*', []],
    ['', []],
    [undefined, []],
    ['../../etc/passwd, <script>, de', ['de']],
  ])('%j → %j', (header, expected) => {
    expect(parseAcceptLanguage(header)).toEqual(expected);
  });

  it("limits the header's length", () => {
    expect(parseAcceptLanguage('de,'.repeat(1_000_000)).length).toBe(20);
    expect(parseAcceptLanguage(`${' '.repeat(2000)}de`)).toEqual([]);
  });

  it('never throws, and its result is always matchable', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (header) => {
        const wanted = parseAcceptLanguage(header);
        expect([...tags, undefined]).toContain(matchLanguage(wanted, tags));
      }),
    );
  });
});

it('has the 18 languages once each, only Arabic right to left', () => {
  expect(new Set(tags).size).toBe(18);
  expect(languages.filter(({ direction }) => direction === 'rtl').map(({ tag }) => tag)).toEqual(['ar']);
  for (const { tag, direction } of languages) expect(directionOf(tag)).toBe(direction);
  expect(directionOf('fa-IR')).toBe('rtl');
  expect(directionOf('arn')).toBe('ltr');
});
