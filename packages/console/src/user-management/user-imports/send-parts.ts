// Uploads a file in parts, and continues after an interruption with what the server has not received yet.
import type { UserImport } from '@tessera/contract/user-imports';
import { ApiProblem, TimedOut, Unreachable } from '../../app/problem.ts';

const partSize = 8 * 1024 ** 2;
/** In milliseconds, before each new attempt. */
const waits = [1000, 2000, 4000, 8000, 15_000];

type Options = {
  file: Blob;
  send: (part: Blob, offset: number) => Promise<UserImport>;
  /** Reads how much the server has. */
  read: () => Promise<UserImport>;
  signal: AbortSignal;
  onRetrying: (isRetrying: boolean) => void;
};

/** Another attempt can succeed: the connection or the server is down, or an earlier attempt got further than known. */
const isPassing = (error: unknown) =>
  error instanceof Unreachable ||
  error instanceof TimedOut ||
  (error instanceof ApiProblem && (error.status >= 500 || error.code === 'user_import.wrong_offset'));

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** `undefined` if it was interrupted and the attempts did not help. */
export async function sendParts({ file, send, read, signal, onRetrying }: Options): Promise<UserImport | undefined> {
  for (let failures = 0, item: UserImport | undefined; ; ) {
    try {
      item ??= await read();
      while (item.status === 'uploading') {
        const { receivedSize } = item;
        const part = file.slice(receivedSize, receivedSize + partSize, 'application/octet-stream');
        item = await send(part, receivedSize);
        failures = 0;
        onRetrying(false);
      }
      return item;
    } catch (error) {
      if (!isPassing(error)) throw error;
      const ms = waits[failures];
      if (ms === undefined) return undefined;
      failures += 1;
      item = undefined;
      onRetrying(true);
      await wait(ms, signal);
    }
  }
}
