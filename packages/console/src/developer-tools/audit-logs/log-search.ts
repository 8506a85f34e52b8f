// Audit log filters in the URL.
import { flagIn, given, textIn, wholeIn } from '../../kit/search-values.ts';

export const times = ['hour', 'day', 'yesterday', 'week', 'month'] as const;
export type TimeName = (typeof times)[number];

const results = ['Success', 'Error'] as const;
export type LogResult = (typeof results)[number];

export type LogSearch = {
  page?: number;
  event?: string;
  applicationId?: string;
  userId?: string;
  connectorId?: string;
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

export const parseLogSearch = (raw: Record<string, unknown>): LogSearch =>
  given({
    page: wholeIn(raw.page, 2),
    event: textIn(raw.event),
    applicationId: textIn(raw.applicationId),
    userId: textIn(raw.userId),
    connectorId: textIn(raw.connectorId),
    result: results.find((name) => name === raw.result),
    ip: textIn(raw.ip),
    sessionId: textIn(raw.sessionId),
    interactionId: textIn(raw.interactionId),
    open: textIn(raw.open),
    ungrouped: flagIn(raw.ungrouped),
    live: flagIn(raw.live),
    time: times.find((name) => name === raw.time),
    from: wholeIn(raw.from, 1),
    to: wholeIn(raw.to, 1),
  });

export const filtersOf = ({ page: _, open: __, ungrouped: ___, live: ____, ...filters }: LogSearch) => filters;
export const isFiltered = (search: LogSearch) => Object.keys(filtersOf(search)).length > 0;

/** Sign-ins are one row each, unless a single event is searched for. */
export const isGrouped = ({ ungrouped, event }: LogSearch) => ungrouped !== true && event === undefined;
