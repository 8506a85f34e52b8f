// A thread that runs scripts, one after the other, each in an engine of its own. It reaches nothing: what a script wants
// to fetch it asks of the server.
import { parentPort } from 'node:worker_threads';
import { getQuickJS } from 'quickjs-emscripten';
import { type FromWorker, failure, type Job, type Outcome, type ToWorker } from './messages.ts';
import { type Engine, openEngine } from './run-script.ts';

const port = parentPort;
if (!port) throw new Error('this file is started as a worker');
const say = (message: FromWorker) => port.postMessage(message);

const quickjs = await getQuickJS();
const state: { engine: Engine } = { engine: openEngine(quickjs) };

// After these the engine may be in a state that nobody has thought of.
const wearing = new Set(['time', 'memory', 'stack', 'crashed']);

const run = async (job: Job): Promise<Outcome> => {
  try {
    return await state.engine.run(job, (id, request) => say({ type: 'request', id, request }));
  } catch (error) {
    // The engine itself fell over, such as on data nested so deeply that its own stack ended.
    return failure('crashed', `the script broke its sandbox: ${(error as Error).name}`);
  }
};

const serve = async (job: Job) => {
  const outcome = await run(job);
  const worn = outcome.type === 'failed' && wearing.has(outcome.reason);
  say({ type: 'done', outcome, worn });
  if (worn) return;
  state.engine.dispose();
  state.engine = openEngine(quickjs);
};

port.on('message', (message: ToWorker) => {
  if (message.type === 'run') void serve(message.job);
  else state.engine.answer(message.id, message.answer);
});
say({ type: 'ready' });
