// Days as the dashboard counts them: those of UTC, written 2026-11-15.
const dayMs = 86_400_000;

export const today = () => new Date().toISOString().slice(0, 10);

/** Undefined for what is no day, such as an emptied field. */
export function parseDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const time = Date.parse(value);
  return time >= 0 && new Date(time).toISOString().startsWith(value) ? value : undefined;
}

export const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);

export const dayText = (day: string, language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day));
