// Worker thread that runs scripts one at a time, each in its own engine. It has no network access; scripts' requests go
// through the server.
import '../../infrastructure/concurrency/thread-priority.ts';
import { parentPort } from 'node:worker_threads';
import { getQuickJS } from 'quickjs-emscripten';
import { type FromWorker, failure, type Job, type Outcome, type ToWorker } from './messages.ts';
import { type Engine, openEngine } from './run-script.ts';

const port = parentPort;
if (!port) throw new Error('this file is started as a worker');
const say = (message: FromWorker) => port.postMessage(message);

const quickjs = await getQuickJS();
const state: { engine: Engine } = { engine: openEngine(quickjs) };

// These may have damaged the engine's memory, so the thread ends. Interrupted scripts leave nothing behind, and a new
// thread for each would cost more than the script.
const wearing = new Set(['memory', 'stack', 'crashed']);

const run = async (job: Job): Promise<Outcome> => {
  try {
    return await state.engine.run(job, (id, request) => say({ type: 'request', id, request }));
  } catch (error) {
    // The engine itself crashed, for example on data nested deeper than its stack.
    return failure('crashed', `the script broke its sandbox: ${(error as Error).name}`);
  }
};

const serve = async (job: Job) => {
  const before = process.threadCpuUsage();
  const outcome = await run(job);
  const { user, system } = process.threadCpuUsage(before);
  const worn = outcome.type === 'failed' && wearing.has(outcome.reason);
  say({ type: 'done', outcome, output: state.engine.output, worn, cpuMs: (user + system) / 1000 });
  if (worn) return;
  state.engine.dispose();
  state.engine = openEngine(quickjs);
};

port.on('message', (message: ToWorker) => {
  if (message.type === 'run') void serve(message.job);
  else state.engine.answer(message.id, message.answer);
});
port.postMessage('ready');
