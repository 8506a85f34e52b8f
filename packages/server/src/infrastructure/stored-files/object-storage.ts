// Files in the operator's object storage: one object per file, named by tenant and hash.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxUploadSize } from '@tessera/contract/user-assets';
import { sql } from 'kysely';
import type { Clock } from '../../clock.ts';
import type { OutboundResponse } from '../outbound/exchange.ts';
import { createOutbound } from '../outbound/outbound.ts';
import { OutboundError } from '../outbound/outbound-error.ts';
import type { Method, Sign } from './sign-request.ts';
import { type Storage, StorageError } from './storage.ts';
import { parseStorageUrl } from './storage-url.ts';

export type ObjectStorageOptions = { url: string; keyId: string; secret: string; clock: Clock };

// The operator chose the server, which is often on the internal network.
const operatorsOwn = createOutbound({ allowPrivate: true });

// Including all attempts. The database ends transactions idle for 30 seconds.
const timeoutMs = 25_000;
const attempts = 3;
const atOnce = 8;
const emptyHash = createHash('sha256').digest('hex');

const batchesOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / atOnce) }, (_, index) =>
    items.slice(index * atOnce, (index + 1) * atOnce),
  );

export const createObjectStorage = ({ url, keyId, secret, clock }: ObjectStorageOptions): Storage => {
  const { kind, base, region, account } = parseStorageUrl(url);
  const state: { sign?: Promise<Sign> } = {};
  // Most installations never need either.
  const loadSign = async (): Promise<Sign> =>
    kind === 'azure'
      ? (await import('./sign-azure.ts')).createAzureSign({ account, secret })
      : (await import('./sign-s3.ts')).createS3Sign({ region, keyId, secret });

  type Sent = { method: Method; target: string; body?: Uint8Array; hash: string };
  const sendOnce = async ({ method, target, body, hash }: Sent, signal: AbortSignal) => {
    state.sign ??= loadSign();
    const sign = await state.sign;
    const size = body?.byteLength ?? 0;
    const headers = await sign({ method, url: target, now: clock.now(), size, hash });
    try {
      return await operatorsOwn.fetch(target, { method, headers, body, timeoutMs, maxBytes: maxUploadSize, signal });
    } catch (error) {
      if (error instanceof OutboundError) return error;
      throw error;
    }
  };

  /** Every request is idempotent, since content under a hash never changes. */
  const send = async (sent: Sent): Promise<OutboundResponse> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const fail = (reason: string) => new StorageError(`${sent.method} ${sent.target}: ${reason}`);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await sendOnce(sent, signal);
      const isLast = attempt === attempts || signal.aborted;
      if (answer instanceof OutboundError) {
        if (isLast) throw fail(String(answer.cause ?? answer.message));
      } else {
        if (answer.status < 300 || (answer.status === 404 && sent.method === 'DELETE')) return answer;
        const isTemporary = answer.status >= 500 || answer.status === 429;
        if (isLast || !isTemporary) throw fail(`${answer.status} ${answer.body.toString('utf8', 0, 300)}`);
      }
      await sleep(200 * attempt);
    }
  };
  const urlOf = (tenantId: string, hash: string) => `${base}/${tenantId}/${hash}`;

  return {
    write: async (tx, tenantId, files) => {
      for (const batch of batchesOf(files)) {
        await Promise.all(
          batch.map(({ hash, content }) => send({ method: 'PUT', target: urlOf(tenantId, hash), body: content, hash })),
        );
        await sql`select 1`.execute(tx); // keeps the transaction alive
      }
    },
    async *read(tenantId, hash) {
      yield (await send({ method: 'GET', target: urlOf(tenantId, hash), hash: emptyHash })).body;
    },
    remove: async (tenantId, hashes) => {
      for (const batch of batchesOf(hashes)) {
        await Promise.all(
          batch.map((hash) => send({ method: 'DELETE', target: urlOf(tenantId, hash), hash: emptyHash })),
        );
      }
    },
  };
};
