// Worker threads that run one job at a time, started on demand and stopped when idle. The queue in front of them limits
// concurrency. A thread's first message signals that it is ready.
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { OverloadError } from './overload-error.ts';

const idleMs = 30_000;
const startMs = 15_000;

export type WorkerPoolOptions = {
  file: URL;
  name: string;
  resourceLimits?: ResourceLimits;
  /** Run only while no other thread of the machine has work, as far as the system allows it. */
  onlyWhenIdle?: boolean;
};

/** A thread for the duration of one job. */
export type Lease<In, Out> = {
  send: (message: In) => void;
  /** `onEnd`: the thread ended before the job. */
  listen: (onMessage: (message: Out) => void, onEnd: () => void) => void;
  /** Returns the thread to the pool, or ends it if the job may have damaged it. */
  release: (isDamaged?: boolean) => void;
};

type Member<Out> = {
  worker: Worker;
  isReady: boolean;
  timer?: NodeJS.Timeout;
  job?: { onMessage: (message: Out) => void; onEnd: () => void };
};
type Waiter<Out> = { start: (member: Member<Out>) => void; fail: () => void };

export const createWorkerPool = <In, Out>({ file, name, resourceLimits, onlyWhenIdle = false }: WorkerPoolOptions) => {
  const members = new Set<Member<Out>>();
  const idle: Member<Out>[] = [];
  /** Jobs waiting for a thread to start; they take one that becomes free earlier. */
  const waiting: Waiter<Out>[] = [];

  const dismiss = async (member: Member<Out>): Promise<void> => {
    if (!members.delete(member)) return;
    clearTimeout(member.timer);
    if (idle.includes(member)) idle.splice(idle.indexOf(member), 1);
    const { job } = member;
    delete member.job;
    job?.onEnd();
    if (!member.isReady) waiting.shift()?.fail();
    await member.worker.terminate();
  };
  const free = (member: Member<Out>) => {
    const next = waiting.shift();
    if (next) return next.start(member);
    member.timer = setTimeout(() => void dismiss(member), idleMs).unref();
    idle.push(member);
  };
  const open = () => {
    const worker = new Worker(file, {
      name,
      env: {},
      argv: [],
      workerData: { onlyWhenIdle },
      execArgv: [],
      ...(resourceLimits && { resourceLimits }),
    });
    worker.unref();
    const member: Member<Out> = { worker, isReady: false };
    members.add(member);
    worker.on('message', (message: Out) => {
      if (member.isReady) return member.job?.onMessage(message);
      member.isReady = true;
      free(member);
    });
    worker.on('error', () => void dismiss(member));
    worker.on('exit', () => void dismiss(member));
  };

  const leaseOf = (member: Member<Out>): Lease<In, Out> => ({
    send: (message) => member.worker.postMessage(message),
    listen: (onMessage, onEnd) => {
      if (members.has(member)) member.job = { onMessage, onEnd };
      else onEnd();
    },
    release: (isDamaged = false) => {
      delete member.job;
      if (isDamaged) void dismiss(member);
      else if (members.has(member)) free(member);
    },
  });

  /** Rejects with an `OverloadError` if no thread is ready in time. */
  const take = (withinMs: number): Promise<Lease<In, Out>> => {
    const found = idle.pop();
    clearTimeout(found?.timer);
    if (found) return Promise.resolve(leaseOf(found));
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(new OverloadError());
      };
      const patience = setTimeout(giveUp, withinMs).unref();
      const waiter: Waiter<Out> = {
        start: (member) => {
          clearTimeout(patience);
          resolve(leaseOf(member));
        },
        fail: () => {
          clearTimeout(patience);
          reject(new Error(`the ${name} worker did not start`));
        },
      };
      waiting.push(waiter);
      // Threads started for jobs that gave up serve the next ones.
      const starting = [...members].filter(({ isReady }) => !isReady).length;
      if (starting < waiting.length) open();
    });
  };

  return {
    take,
    /** One request message and one response. */
    run: async (job: In): Promise<Out> => {
      const lease = await take(startMs);
      return new Promise((resolve, reject) => {
        const onMessage = (result: Out) => {
          lease.release();
          resolve(result);
        };
        lease.listen(onMessage, () => reject(new Error(`the ${name} worker ended`)));
        lease.send(job);
      });
    },
    stop: async () => {
      for (const waiter of waiting.splice(0)) waiter.fail();
      await Promise.all([...members].map(dismiss));
    },
  };
};

/** A pool, and another one for tenants that used their share: its threads run only while no others have work. */
export const createWorkerPools = <In, Out>(options: Omit<WorkerPoolOptions, 'onlyWhenIdle'>) => {
  const usual = createWorkerPool<In, Out>(options);
  const idle = createWorkerPool<In, Out>({ ...options, name: `${options.name} on idle CPUs`, onlyWhenIdle: true });
  return {
    usual,
    idle,
    stop: async () => {
      await Promise.all([usual.stop(), idle.stop()]);
    },
  };
};
