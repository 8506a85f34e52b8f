// A span for each traced statement: its name, or its verb and table. Never its values.
import type pg from 'pg';
import { currentTrace } from './current-trace.ts';
import type { Tracing } from './tracing.ts';

type Named = { name?: string; text?: string };
type Callback = (error: Error | null, result: unknown) => void;

/** `select users`: schema identifiers, no literals. */
const summaryOf = (text: string): string => {
  const [, verb = 'statement'] = /^\s*([a-z]+)/i.exec(text) ?? [];
  const [, table] = /\b(?:from|into|update|table)\s+(?:only\s+)?"?([a-z_]+)"?/i.exec(text) ?? [];
  return [verb.toLowerCase(), table].filter(Boolean).join(' ');
};

const nameOf = (statement: unknown): string | undefined => {
  if (typeof statement === 'string') return summaryOf(statement);
  const { name, text } = statement as Named;
  return name ?? (text === undefined ? undefined : summaryOf(text));
};

export const traceQueries = (pool: pg.Pool, { open }: Tracing) => {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    const traced = (...given: unknown[]): unknown => {
      const name = currentTrace.getStore() && nameOf(given[0]);
      // Cursors have no text, and untraced statements need no span.
      if (!name) return query(...given);
      const span = open({
        name,
        kind: 'client',
        attributes: { 'db.system.name': 'postgresql', 'db.query.summary': name },
      });
      const end = (error?: Error & { code?: string }) => {
        if (error) span.fail(error.code ?? error.name);
        span.end();
      };
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        return query(...given.slice(0, -1), (error: Error | null, result: unknown) => {
          end(error ?? undefined);
          (callback as Callback)(error, result);
        });
      }
      const result = query(...given) as Promise<unknown>;
      result.then(() => end(), end);
      return result;
    };
    client.query = traced as typeof client.query;
  });
};
