import { describe, expect, it } from 'vitest';
import { dateFormatOf, exampleOf, formatDate, isDate } from './dates.ts';

describe('profile dates', () => {
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

  it.each(['d MMMM yyyy', 'EEEE', 'dd dd'])('an unknown format is not validated: %s', (format) => {
    expect(isDate('whatever', format)).toBe(true);
  });

  it.each([
    ['2024-02-09', 'MM/dd/yyyy', '02/09/2024'],
    ['2024-02-09', 'd.M.yy', '9.2.24'],
    ['2024-02-09', 'yyyy-MM-dd', '2024-02-09'],
    ['2024-02-09', 'MM/yy', undefined],
    ['2024-02-09', 'd MMMM yyyy', undefined],
  ])('%s in the format %s is %s', (date, format, expected) => {
    expect(formatDate(date, format)).toBe(expected);
  });

  it('a custom format is stored next to its name', () => {
    expect(dateFormatOf({ format: 'Custom', customFormat: 'd.M.yyyy' })).toBe('d.M.yyyy');
    expect(dateFormatOf({ format: 'MM/dd/yyyy', customFormat: 'left over' })).toBe('MM/dd/yyyy');
    expect(dateFormatOf({})).toBe('');
  });

  it.each([
    ['MM/dd/yyyy', '12/31/1990'],
    ['d.M.yy', '31.12.90'],
    ['yyyy-MM-dd', '1990-12-31'],
  ])('shows an example of %s', (format, example) => {
    expect(exampleOf(format)).toBe(example);
    expect(isDate(example, format)).toBe(true);
  });
});
