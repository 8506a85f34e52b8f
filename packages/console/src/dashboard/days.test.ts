// What counts as a day, and what is ignored.
import { expect, it } from 'vitest';
import { daysBefore, dayText, parseDay, today } from './days.ts';

it.each(['2026-11-15', '2024-02-29', '1970-01-01'])('takes %s', (day) => expect(parseDay(day)).toBe(day));
it.each(['', '2026-02-30', '2026-1-1', '1969-12-31', '2026-11-15T00:00', 20261115, undefined])('ignores %s', (value) =>
  expect(parseDay(value)).toBeUndefined(),
);
it('counts back over the ends of months', () => {
  expect(daysBefore('2024-03-01', 1)).toBe('2024-02-29');
  expect(daysBefore('2026-01-01', 29)).toBe('2025-12-03');
  expect(parseDay(today())).toBe(today());
});
it('names the day of UTC wherever the reader is', () => expect(dayText('2026-11-15', 'en')).toBe('Nov 15, 2026'));
