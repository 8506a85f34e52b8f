// Script workers, started when the first script runs and ended when none has run for a while. A run that does not come
// to its end in time ends with its worker, whatever it is busy with; the next one gets a new worker.
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { scriptLimits } from '@tessera/contract/custom-jwt';
import type { Outbound } from '../outbound/outbound.ts';
import { answerRequest } from './answer-request.ts';
import { type FromWorker, failure, type Job, type Outcome, type ToWorker } from './messages.ts';

// A worker waits while its script does, so there are more of them than processors.
const most = 8;
// One worker is always left to the scripts of others.
const mostOfOneTenant = most - 1;
const mostWaiting = 500;
const idleMs = 30_000;
const startMs = 15_000;
// Nobody counts on a worker that takes longer than this to start: another one may be quicker.
const soonMs = 1_000;
const patienceMs = 5_000;
// The engine notices by itself that the time is over, unless it is stuck; then this much later nobody asks it.
const graceMs = 250;

type Run = { tenantId: string; job: Job; finish: (outcome: Outcome) => void; patience?: NodeJS.Timeout };
type Seat = {
  worker: Worker;
  opened: number;
  ready: boolean;
  timer: NodeJS.Timeout;
  run?: Run & { stop: AbortController; ends: number };
};

export type Sandbox = ReturnType<typeof createSandbox>;

export const createSandbox = (outbound: Outbound) => {
  const seats = new Set<Seat>();
  const waiting: Run[] = [];

  const say = ({ worker }: Seat, message: ToWorker) => worker.postMessage(message);
  const after = (seat: Seat, milliseconds: number, work: () => void) => {
    clearTimeout(seat.timer);
    seat.timer = setTimeout(work, milliseconds).unref();
  };

  /** Ends the run of a seat; the seat is free, unless it goes too. */
  const end = (seat: Seat, outcome: Outcome) => {
    const { run } = seat;
    delete seat.run;
    run?.stop.abort();
    run?.finish(outcome);
  };
  const dismiss = (seat: Seat, outcome: Outcome = failure('crashed', 'the worker of the script ended')) => {
    if (!seats.delete(seat)) return;
    clearTimeout(seat.timer);
    void seat.worker.terminate();
    end(seat, outcome);
    assign();
  };
  const rest = (seat: Seat) => {
    after(seat, idleMs, () => dismiss(seat));
    assign();
  };

  const hear = (seat: Seat, message: FromWorker) => {
    if (message.type === 'ready') {
      seat.ready = true;
      return rest(seat);
    }
    if (!seat.run) return;
    if (message.type === 'done') {
      if (message.worn) return dismiss(seat, message.outcome);
      end(seat, message.outcome);
      return rest(seat);
    }
    const { run } = seat;
    const timeoutMs = Math.max(1, run.ends - performance.now());
    void answerRequest(outbound, message.request, { timeoutMs, signal: run.stop.signal }).then((answer) => {
      // The script may have come to its end without waiting for the answer.
      if (seat.run === run) say(seat, { type: 'answer', id: message.id, answer });
    });
  };

  const open = () => {
    const worker = new Worker(new URL(`./sandbox.worker${extname(import.meta.url)}`, import.meta.url), {
      name: 'scripts',
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 },
    });
    worker.unref();
    const crashed = () => dismiss(seat);
    const opened = performance.now();
    const seat: Seat = { worker, opened, ready: false, timer: setTimeout(crashed, startMs).unref() };
    seats.add(seat);
    setTimeout(assign, soonMs).unref();
    worker.on('message', (message: FromWorker) => hear(seat, message));
    worker.on('error', crashed);
    worker.on('exit', crashed);
  };

  const start = (seat: Seat, run: Run) => {
    clearTimeout(run.patience);
    const milliseconds = scriptLimits.milliseconds + graceMs;
    seat.run = { ...run, stop: new AbortController(), ends: performance.now() + scriptLimits.milliseconds };
    say(seat, { type: 'run', job: run.job });
    after(seat, milliseconds, () => dismiss(seat, failure('time', 'the script took too long')));
  };

  const running = (tenantId: string) => [...seats].filter((seat) => seat.run?.tenantId === tenantId).length;

  /** Gives those who wait a worker, and starts workers as long as there are more who wait than are coming. */
  const assign = () => {
    for (const run of [...waiting]) {
      if (running(run.tenantId) >= mostOfOneTenant) continue;
      const free = [...seats].find((seat) => seat.ready && !seat.run);
      if (!free) break;
      waiting.splice(waiting.indexOf(run), 1);
      start(free, run);
    }
    const coming = [...seats].filter(({ ready, opened }) => !ready && performance.now() - opened < soonMs).length;
    const allowed = waiting.filter(({ tenantId }) => running(tenantId) < mostOfOneTenant).length;
    for (let wanted = allowed - coming; wanted > 0 && seats.size < most; wanted -= 1) open();
  };

  return {
    run: (tenantId: string, job: Job): Promise<Outcome> =>
      new Promise((resolve) => {
        if (waiting.length >= mostWaiting) return resolve(failure('busy', 'too many scripts are running'));
        const run: Run = { tenantId, job, finish: resolve };
        waiting.push(run);
        assign();
        if (!waiting.includes(run)) return;
        run.patience = setTimeout(() => {
          waiting.splice(waiting.indexOf(run), 1);
          resolve(failure('busy', 'too many scripts are running'));
        }, patienceMs).unref();
      }),
    stop: async () => {
      const outcome = failure('crashed', 'the server is stopping');
      for (const run of waiting.splice(0)) run.finish(outcome);
      const ending = [...seats].map((seat) => seat.worker.terminate());
      for (const seat of [...seats]) dismiss(seat, outcome);
      await Promise.all(ending);
    },
  };
};
