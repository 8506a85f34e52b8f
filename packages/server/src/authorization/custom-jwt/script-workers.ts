// Runs a script in a pooled worker and handles its requests. A run that exceeds its time is ended with its worker.
import { extname } from 'node:path';
import { scriptLimits } from '@tessera/contract/custom-jwt';
import { createWorkerPools } from '../../infrastructure/concurrency/worker-pool.ts';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';
import { currentTrace } from '../../infrastructure/tracing/current-trace.ts';
import { answerRequest } from './answer-request.ts';
import {
  type FromWorker,
  failure,
  type Job,
  type Outcome,
  type Output,
  type ScriptRequest,
  type ToWorker,
} from './messages.ts';

// The engine detects the time limit itself unless it is stuck; after this grace period its worker is terminated.
const graceMs = 250;

/** `cpuMs`: CPU time of the run. */
type Ran = { outcome: Outcome; output: Output; cpuMs: number };

export const createScriptWorkers = (outbound: Outbound) => {
  const pools = createWorkerPools<ToWorker, FromWorker>({
    file: new URL(`./sandbox.worker${extname(import.meta.url)}`, import.meta.url),
    name: 'scripts',
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
  });

  /** Rejects with an `OverloadError` if no worker is ready in time. */
  const run = async (job: Job, withinMs: number, onlyWhenIdle: boolean): Promise<Ran> => {
    // Worker messages arrive outside of the request's async context.
    const trace = currentTrace.getStore();
    const worker = await pools[onlyWhenIdle ? 'idle' : 'usual'].take(withinMs);
    return new Promise((resolve) => {
      const { milliseconds } = scriptLimits;
      const began = performance.now();
      const stop = new AbortController();
      const finish = (outcome: Outcome, cpuMs: number, isDamaged: boolean, output: Output = []) => {
        clearTimeout(limit);
        stop.abort();
        worker.release(isDamaged);
        resolve({ outcome, output, cpuMs });
      };
      const endStuck = () => finish(failure('time', 'the script took too long'), milliseconds, true);
      const limit = setTimeout(endStuck, milliseconds + graceMs).unref();
      const answer = async (id: number, request: ScriptRequest) => {
        const timeoutMs = Math.max(1, began + milliseconds - performance.now());
        const ask = () => answerRequest(outbound, request, { timeoutMs, signal: stop.signal });
        const response = await (trace ? currentTrace.run(trace, ask) : ask());
        // The script may have finished without waiting for the response.
        if (!stop.signal.aborted) worker.send({ type: 'answer', id, answer: response });
      };
      worker.listen(
        (message) => {
          if (message.type === 'request') void answer(message.id, message.request);
          else finish(message.outcome, message.cpuMs, message.worn, message.output);
        },
        () => finish(failure('crashed', 'the worker of the script ended'), performance.now() - began, true),
      );
      worker.send({ type: 'run', job });
    });
  };

  return { run, stop: pools.stop };
};
