import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translate, translator } from './translate.ts';

const english = {
  greeting: 'Hello {{name}}, {{ name }}',
  item_one: '{{count}} item',
  item_other: '{{count}} items',
  tokens_zero: 'No tokens',
  tokens_one: 'One token',
  tokens_other: '{{count}} tokens',
  deep: { down: { text: 'Found' } },
  only_english: 'English only',
} as const;
const polish = {
  greeting: 'Cześć {{name}}, {{ name }}',
  item_one: '{{count}} element',
  item_few: '{{count}} elementy',
  item_many: '{{count}} elementów',
  item_other: '{{count}} elementu',
  deep: { down: { text: '' } },
};

describe('translate', () => {
  it('fills in every occurrence, as it is', () => {
    expect(translate(english, 'greeting', { name: '<b>$& {{name}}</b>' })).toBe(
      'Hello <b>$& {{name}}</b>, <b>$& {{name}}</b>',
    );
  });

  it('leaves out what has no value', () => {
    expect(translate(english, 'greeting')).toBe('Hello , ');
    expect(translate({ text: 'a {{constructor}} {{toString}}' }, 'text')).toBe('a  ');
  });

  it.each([
    [1, '1 element'],
    [2, '2 elementy'],
    [5, '5 elementów'],
    [22, '22 elementy'],
    [1.5, '1.5 elementu'],
  ])('chooses the plural form of the language for %d', (count, expected) => {
    expect(translate(polish, 'item', { count }, 'pl-PL', english)).toBe(expected);
  });

  it('has a form for nothing where one is written', () => {
    expect(translate(english, 'tokens', { count: 0 })).toBe('No tokens');
    expect(translate(english, 'item', { count: 0 })).toBe('0 items');
  });

  it('falls back to English, with English plural forms', () => {
    expect(translate(polish, 'only_english', {}, 'pl-PL', english)).toBe('English only');
    expect(translate(polish, 'deep.down.text', {}, 'pl-PL', english)).toBe('Found');
    expect(translate(polish, 'tokens', { count: 2 }, 'pl-PL', english)).toBe('2 tokens');
  });

  it('shows words, not keys, when there is no text at all', () => {
    expect(translate(english, 'deep.not_there')).toBe('Not there');
    expect(translate(english, 'deep.down')).toBe('Down');
    expect(translate(english, '')).toBe('');
  });

  it('survives a language that is none', () => {
    expect(translate(english, 'item', { count: 1 }, '!!')).toBe('1 items');
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.string(),
        fc.dictionary(fc.string(), fc.double()),
        (key, tag, values) => {
          expect(typeof translate(english, key, values, tag)).toBe('string');
        },
      ),
    );
  });
});

it('checks the keys of a bound translator', () => {
  const t = translator(english, polish, 'pl-PL');
  expect(t('item', { count: 3 })).toBe('3 elementy');
  expect(t('deep.down.text')).toBe('Found');
  // @ts-expect-error no such text
  expect(t('deep.up')).toBe('Up');
});
