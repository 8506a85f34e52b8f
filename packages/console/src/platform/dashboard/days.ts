// UTC days as the dashboard counts them, formatted as 2026-11-15.
export const today = () => new Date().toISOString().slice(0, 10);

/** Returns undefined for an invalid date. */
export function parseDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const time = Date.parse(value);
  return time >= 0 && new Date(time).toISOString().startsWith(value) ? value : undefined;
}

export const periods = [7, 30, 90] as const;
export const defaultPeriod = 30;
/** The last day, and the length of the period of sign-ins. */
export type DashboardSearch = { date?: string; days?: number };

export const parseDashboardSearch = ({ date, days }: Record<string, unknown>): DashboardSearch => {
  const day = parseDay(date);
  const period = periods.find((one) => one === Number(days) && one !== defaultPeriod);
  return { ...(day !== undefined && { date: day }), ...(period !== undefined && { days: period }) };
};

export const dayText = (day: string, language: string) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day));
