// Audit log filters in the URL. Hand-written rather than using a schema, because it is in the initial bundle.
export const times = ['hour', 'day', 'yesterday', 'week', 'month'] as const;
export type TimeName = (typeof times)[number];

const results = ['Success', 'Error'] as const;
export type LogResult = (typeof results)[number];

export type LogSearch = {
  page?: number;
  event?: string;
  applicationId?: string;
  userId?: string;
  result?: LogResult;
  ip?: string;
  sessionId?: string;
  /** A sign-in attempt. */
  interactionId?: string;
  /** The sign-in attempt whose steps are open. */
  open?: string;
  /** Every step of a sign-in has its own row. */
  ungrouped?: true;
  /** Polls for new entries. */
  live?: true;
  /** Relative to now, or a fixed range. */
  time?: TimeName;
  from?: number;
  to?: number;
};

const whole = (value: unknown, least: number) => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
};
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const flag = (value: unknown) => (String(value) === 'true' ? (true as const) : undefined);
const omitUndefined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };

export const parseLogSearch = (raw: Record<string, unknown>): LogSearch =>
  omitUndefined({
    page: whole(raw.page, 2),
    event: text(raw.event),
    applicationId: text(raw.applicationId),
    userId: text(raw.userId),
    result: results.find((name) => name === raw.result),
    ip: text(raw.ip),
    sessionId: text(raw.sessionId),
    interactionId: text(raw.interactionId),
    open: text(raw.open),
    ungrouped: flag(raw.ungrouped),
    live: flag(raw.live),
    time: times.find((name) => name === raw.time),
    from: whole(raw.from, 1),
    to: whole(raw.to, 1),
  });

export const filtersOf = ({ page: _, open: __, ungrouped: ___, live: ____, ...filters }: LogSearch) => filters;
export const isFiltered = (search: LogSearch) => Object.keys(filtersOf(search)).length > 0;

/** Sign-ins are one row each, unless a single event is searched for. */
export const isGrouped = ({ ungrouped, event }: LogSearch) => ungrouped !== true && event === undefined;
