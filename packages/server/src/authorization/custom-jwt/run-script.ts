// Runs one script in a separate JavaScript engine inside WebAssembly, with limited time, memory and stack and no other
// capabilities. Runs in a worker, see sandbox.worker.ts.
import { scriptLimits } from '@tessera/contract/custom-jwt';
import { type QuickJSHandle, type QuickJSWASMModule, Scope } from 'quickjs-emscripten';
import {
  type Failure,
  failure,
  type Job,
  type Outcome,
  type Output,
  type ScriptRequest,
  type ScriptResponse,
} from './messages.ts';
import { prelude } from './prelude.ts';

const fileName = 'script.js';
const jobsAtOnce = 1_000;

type Thrown = { name: string; message: string; stack: string };
type Settled = { kind: string; text: string };

const locationOf = (stack: string) => {
  const [, line, column] = new RegExp(`${fileName}:(\\d+)(?::(\\d+))?`).exec(stack) ?? [];
  return { ...(line && { line: Number(line) }), ...(column && { column: Number(column) }) };
};

const failureOf = ({ name, message, stack }: Thrown): Failure => {
  const location = locationOf(stack);
  if (name === 'InternalError') {
    if (message === 'interrupted') return failure('time', 'the script took too long', location);
    if (message === 'out of memory') return failure('memory', 'the script used too much memory', location);
    if (message === 'stack overflow')
      return failure('stack', 'the calls of the script are nested too deeply', location);
  }
  const text = name && name !== 'Error' ? `${name}: ${message}` : message;
  return failure(name === 'SyntaxError' ? 'syntax' : 'thrown', text.slice(0, 2_000), location);
};

const tooLarge = () => failure('too-large', `the claims are larger than ${scriptLimits.claimsBytes / 1024} KB`);

const outcomeOf = ({ kind, text }: Settled): Outcome => {
  if (kind === 'failed') return failureOf(JSON.parse(text) as Thrown);
  if (kind === 'nothing') return failure('not-an-object', 'the script has to return an object');
  if (Buffer.byteLength(text) > scriptLimits.claimsBytes) return tooLarge();
  const claims: unknown = JSON.parse(text);
  const isObject = typeof claims === 'object' && claims !== null && !Array.isArray(claims);
  return isObject
    ? { type: 'claims', claims: claims as Record<string, unknown> }
    : failure('not-an-object', 'the script has to return an object');
};

export type Engine = {
  run(job: Job, ask: (id: number, request: ScriptRequest) => void): Promise<Outcome>;
  answer(id: number, response: ScriptResponse): void;
  readonly output: Output;
  dispose(): void;
};

/** A fresh engine for one run, created in advance. */
export const openEngine = (quickjs: QuickJSWASMModule): Engine => {
  // All handles are disposed with the engine, in reverse order.
  const held = new Scope();
  const runtime = held.manage(
    quickjs.newRuntime({ memoryLimitBytes: scriptLimits.memoryBytes, maxStackSizeBytes: scriptLimits.stackBytes }),
  );
  const vm = held.manage(runtime.newContext());
  const state: {
    deadline: number;
    open: number;
    asked: number;
    denied?: string;
    settled?: Settled;
    done?: (outcome: Outcome) => void;
    ask: (id: number, request: ScriptRequest) => void;
  } = { deadline: Number.POSITIVE_INFINITY, open: 0, asked: 0, ask: () => {} };
  const output: Output = [];
  runtime.setInterruptHandler(() => performance.now() > state.deadline);

  const host = (name: string, work: (...texts: string[]) => void) =>
    held.manage(
      vm.newFunction(name, (...handles) => {
        work(...handles.map((handle) => String(vm.dump(handle))));
      }),
    );
  const surround = held.manage(vm.unwrapResult(vm.evalCode(prelude, 'prelude.js')));
  const parts = held.manage(
    vm.unwrapResult(
      vm.callFunction(
        surround,
        vm.undefined,
        host('settle', (kind = '', text = '') => {
          state.settled ??= { kind, text };
        }),
        host('deny', (message = '') => {
          state.denied ??= message;
        }),
        host('request', (id, text = '') => {
          state.asked += 1;
          if (state.asked > scriptLimits.requests) throw new Error('too many requests of one script');
          state.open += 1;
          state.ask(Number(id), JSON.parse(text) as ScriptRequest);
        }),
        host('print', (level, text = '') => {
          if (output.length < scriptLimits.outputLines) output.push({ level: level as Output[number]['level'], text });
        }),
        held.manage(vm.newNumber(scriptLimits.outputLineLength)),
      ),
    ),
  );
  const inside = { run: held.manage(vm.getProp(parts, 'run')), answer: held.manage(vm.getProp(parts, 'answer')) };
  const call = (part: QuickJSHandle, ...args: QuickJSHandle[]) => {
    const result = vm.callFunction(part, vm.undefined, ...args);
    if (result.error) state.settled ??= thrown(result.error);
    else result.value.dispose();
  };

  const thrown = (handle: QuickJSHandle): Settled => {
    const error = handle.consume((taken) => vm.dump(taken)) as Partial<Thrown> | undefined;
    const { name = '', message = String(error), stack = '' } = typeof error === 'object' && error ? error : {};
    return { kind: 'failed', text: JSON.stringify({ name, message, stack }) };
  };
  const finish = (outcome: Outcome) => {
    state.done?.(outcome);
    delete state.done;
  };

  /** Runs the script until it waits for a response or has finished. */
  const proceed = () => {
    if (!state.done) return;
    while (runtime.hasPendingJob() && !state.settled && performance.now() < state.deadline) {
      const result = runtime.executePendingJobs(jobsAtOnce);
      if (result.error) state.settled ??= thrown(result.error);
    }
    // `denyAccess()` is final even if the script catches its exception.
    if (state.denied !== undefined) return finish({ type: 'denied', message: state.denied });
    if (state.settled) return finish(outcomeOf(state.settled));
    if (performance.now() >= state.deadline) return finish(failure('time', 'the script took too long'));
    if (state.open === 0) finish(failure('never-settles', 'the promise of the script is never settled'));
  };

  const begin = ({ script, input, compileOnly = false }: Job) => {
    const evaluated = vm.evalCode(script, fileName, { type: 'global', compileOnly });
    if (evaluated.error) {
      state.settled = thrown(evaluated.error);
      return;
    }
    evaluated.value.dispose();
    if (compileOnly) return finish({ type: 'claims', claims: {} });
    const named = vm.evalCode('typeof getCustomJwtClaims === "function" ? getCustomJwtClaims : undefined', 'call.js');
    if (named.error) {
      state.settled = thrown(named.error);
      return;
    }
    const getClaims = held.manage(named.value);
    if (vm.typeof(getClaims) !== 'function') {
      return finish(failure('no-function', 'the script has to define the function getCustomJwtClaims'));
    }
    call(inside.run, getClaims, held.manage(vm.newString(input)));
  };

  return {
    run: (job, ask) =>
      new Promise((resolve, reject) => {
        state.done = resolve;
        state.ask = ask;
        state.deadline = performance.now() + scriptLimits.milliseconds;
        try {
          begin(job);
          proceed();
        } catch (error) {
          reject(error);
        }
      }),
    answer: (id, response) => {
      if (!state.done) return;
      state.open -= 1;
      call(inside.answer, held.manage(vm.newNumber(id)), held.manage(vm.newString(JSON.stringify(response))));
      proceed();
    },
    output,
    dispose: () => held.dispose(),
  };
};
