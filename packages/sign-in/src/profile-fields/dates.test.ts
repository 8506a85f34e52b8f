import { describe, expect, it } from 'vitest';
import { dateFormatOf, isDate } from './dates.ts';

describe('dates of a profile', () => {
  // biome-ignore format: one line each
  it.each([
    ['02/29/2024', 'MM/dd/yyyy', true],
    ['02/29/2023', 'MM/dd/yyyy', false],
    ['29/02/2024', 'dd/MM/yyyy', true],
    ['29/02/2024', 'MM/dd/yyyy', false],
    ['2024-12-31', 'yyyy-MM-dd', true],
    ['2024-12-32', 'yyyy-MM-dd', false],
    ['2024-12-3', 'yyyy-MM-dd', false],
    ['0099-01-01', 'yyyy-MM-dd', true],
    ['1.2.2024', 'd.M.yyyy', true],
    ['1x2x2024', 'd.M.yyyy', false],
    ['05/24', 'MM/yy', true],
    ['13/24', 'MM/yy', false],
    ['', 'yyyy-MM-dd', false],
  ])('%s as %s: %s', (text, format, expected) => {
    expect(isDate(text, format)).toBe(expected);
  });

  it.each(['d MMMM yyyy', 'EEEE', 'dd dd'])('a format that we cannot read is not judged: %s', (format) => {
    expect(isDate('whatever', format)).toBe(true);
  });

  it('a format of the tenant’s own is the one beside its name', () => {
    expect(dateFormatOf({ format: 'Custom', customFormat: 'd.M.yyyy' })).toBe('d.M.yyyy');
    expect(dateFormatOf({ format: 'MM/dd/yyyy', customFormat: 'left over' })).toBe('MM/dd/yyyy');
    expect(dateFormatOf({})).toBe('');
  });
});
