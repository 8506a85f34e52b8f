import { expect, it } from 'vitest';
import { dayText, parseDay, today } from './days.ts';

it.each(['2026-11-15', '2024-02-29', '1970-01-01'])('accepts %s', (day) => expect(parseDay(day)).toBe(day));
it.each(['', '2026-02-30', '2026-1-1', '1969-12-31', '2026-11-15T00:00', 20261115, undefined])('ignores %s', (value) =>
  expect(parseDay(value)).toBeUndefined(),
);
it('accepts today', () => {
  const day = today();
  expect(parseDay(day)).toBe(day);
});
it('uses UTC wherever the reader is', () => expect(dayText('2026-11-15', 'en')).toBe('Nov 15, 2026'));
