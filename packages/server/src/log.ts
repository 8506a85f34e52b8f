// The operator's log: one JSON line an event, with the request id.
import { type Logger, pino } from 'pino';
import type { Settings } from './settings.ts';

export type Log = Logger;

export const createLog = ({ logLevel }: Pick<Settings, 'logLevel'>): Log =>
  pino({
    level: logLevel,
    redact: { paths: ['*.password', '*.secret', '*.token', '*.authorization', '*.cookie'], censor: '******' },
  });
