// Worker thread that compares paths with the patterns of page rules. A pattern can take very long, so it never runs on
// the main thread.
import '../../infrastructure/concurrency/thread-priority.ts';
import { parentPort } from 'node:worker_threads';

export type PatternJob = { patterns: readonly string[]; texts: readonly string[] };

const port = parentPort;
if (!port) throw new Error('this file is started as a worker');

port.on('message', ({ patterns, texts }: PatternJob) =>
  port.postMessage(
    patterns.some((pattern) =>
      // Some origins ignore the case of a path.
      ['', 'i'].some((flags) => {
        const expression = new RegExp(pattern, flags);
        return texts.some((text) => expression.test(text));
      }),
    ),
  ),
);
port.postMessage('ready');
