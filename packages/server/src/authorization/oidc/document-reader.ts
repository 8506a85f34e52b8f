// Reads documents of clients: once for all requests at the same time, at most as often as a limit allows, and kept as
// long as their site says. Failures are kept, too, so that a broken site is not asked again and again.
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../clock.ts';
import type { RateLimit } from '../../infrastructure/http/rate-limit.ts';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import { membersToRead } from './document-members.ts';

export type ReadDocument = { status: number; headers: Record<string, string>; body: string; readAt: number };
type Kept = ReadDocument & { until: number };
export type DocumentReader = ReturnType<typeof createDocumentReader>;

const second = 1000;
const bounds = { min: 30 * second, max: 86_400 * second };
const usualLifetime = 60 * second;
const most = 1000;
const request = { timeoutMs: 2500, maxBytes: 16 * 1024, headers: { accept: 'application/json' } };

const lifetimeOf = ({ status, headers }: ReadDocument): number => {
  if (status !== 200) return bounds.min;
  const [, seconds] = /(?:^|,)\s*max-age\s*=\s*(\d{1,9})/i.exec(headers['cache-control'] ?? '') ?? [];
  return Math.max(bounds.min, Math.min(bounds.max, seconds ? Number(seconds) * second : usualLifetime));
};

export const createDocumentReader = ({
  outbound,
  clock,
  documentLimit,
}: {
  outbound: Pick<Outbound, 'fetch'>;
  clock: Clock;
  documentLimit: RateLimit;
}) => {
  const documents = new LRUCache<string, Kept>({ max: most });
  const pending = new Map<string, Promise<ReadDocument>>();
  const keyOf = (tenantId: string, url: string) => `${tenantId} ${url}`;
  const kept = (key: string): ReadDocument | undefined => {
    const document = documents.get(key);
    return document && document.until > clock.now() ? document : undefined;
  };

  const read = async (url: string): Promise<ReadDocument> => {
    const readAt = clock.now();
    try {
      const { status, headers, body } = await outbound.fetch(url, request);
      const cacheControl = headers.get('cache-control');
      return {
        ...{ status, readAt, body: membersToRead(Buffer.from(body).toString('utf8')) },
        headers: cacheControl === null ? {} : { 'cache-control': cacheControl },
      };
    } catch {
      return { status: 502, headers: {}, body: '', readAt };
    }
  };

  return {
    /** `budget`: whose reads are counted. Rejects if there were too many. */
    read: (tenantId: string, url: string, budget: string): Promise<ReadDocument> => {
      const key = keyOf(tenantId, url);
      const known = kept(key);
      if (known) return Promise.resolve(known);
      const current =
        pending.get(key) ??
        documentLimit
          .spend(`${tenantId} ${budget}`)
          .then(() => read(url))
          .then((document) => {
            documents.set(key, { ...document, until: document.readAt + lifetimeOf(document) });
            return document;
          })
          .finally(() => pending.delete(key));
      pending.set(key, current);
      return current;
    },
    /** Undefined unless it was read a short while ago. */
    kept: (tenantId: string, url: string): ReadDocument | undefined => kept(keyOf(tenantId, url)),
  };
};
