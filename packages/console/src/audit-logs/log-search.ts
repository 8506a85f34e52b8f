// The filters of the log as they stand in its address. Written by hand, since it is part of the first download.
const times = ['hour', 'day', 'week', 'month'] as const;
export type TimeName = (typeof times)[number];

export type LogSearch = {
  page?: number;
  event?: string;
  applicationId?: string;
  userId?: string;
  /** Back from now, or between two moments. */
  time?: TimeName;
  from?: number;
  to?: number;
};

const whole = (value: unknown, least: number) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
};
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

export const parseLogSearch = (raw: Record<string, unknown>): LogSearch =>
  given({
    page: whole(raw.page, 2),
    event: text(raw.event),
    applicationId: text(raw.applicationId),
    userId: text(raw.userId),
    time: times.find((name) => name === raw.time),
    from: whole(raw.from, 1),
    to: whole(raw.to, 1),
  });

export const isFiltered = ({ page: _, ...filters }: LogSearch) => Object.keys(filters).length > 0;
