import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translate } from './translate.ts';

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
  it('replaces every occurrence literally', () => {
    expect(translate(english, 'greeting', { name: '<b>$& {{name}}</b>' })).toBe(
      'Hello <b>$& {{name}}</b>, <b>$& {{name}}</b>',
    );
  });

  it('omits missing values', () => {
    expect(translate(english, 'greeting')).toBe('Hello , ');
    expect(translate({ text: 'a {{constructor}} {{toString}}' }, 'text')).toBe('a  ');
  });

  it.each([
    [1, '1 element'],
    [2, '2 elementy'],
    [5, '5 elementów'],
    [22, '22 elementy'],
    [1.5, '1.5 elementu'],
  ])('selects the plural form for %d', (count, expected) => {
    expect(translate(polish, 'item', { count }, 'pl-PL', english)).toBe(expected);
  });

  it('uses a zero form if there is one', () => {
    expect(translate(english, 'tokens', { count: 0 })).toBe('No tokens');
    expect(translate(english, 'item', { count: 0 })).toBe('0 items');
  });

  it('falls back to English, with English plural forms', () => {
    expect(translate(polish, 'only_english', {}, 'pl-PL', english)).toBe('English only');
    expect(translate(polish, 'deep.down.text', {}, 'pl-PL', english)).toBe('Found');
    expect(translate(polish, 'tokens', { count: 2 }, 'pl-PL', english)).toBe('2 tokens');
  });

  it('shows words instead of keys if there is no text', () => {
    expect(translate(english, 'deep.not_there')).toBe('Not there');
    expect(translate(english, 'deep.down')).toBe('Down');
    expect(translate(english, '')).toBe('');
  });

  it('handles invalid languages', () => {
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
