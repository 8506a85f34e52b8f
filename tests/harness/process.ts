// The product as its users run it: the built server in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from './cluster.ts';

const entry = join(import.meta.dirname, '../../packages/server/dist/server.js');
const node = join(import.meta.dirname, '../../node_modules/.bin/node');

export type RunningProcess = {
  origin: string;
  port: number;
  pid: number;
  child: ChildProcess;
  /** Everything it printed so far. */
  output(): string;
  exited: Promise<number | null>;
  /** Ends it in order; answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** Why a start ended: the exit code, and everything it printed. */
type FailedStart = Error & { code: number | null; output: string };

/** Starts it and waits until it says that it is ready. Rejects with its last line when it ends instead. */
export const startProcess = async (
  env: Record<string, string>,
  options: {
    nodeArguments?: string[];
    port?: number /** While it is still starting. */;
    onSpawn?: (child: ChildProcess) => void;
    /** A command that runs it, in other circumstances, and becomes it. */
    through?: readonly string[];
  } = {},
): Promise<RunningProcess> => {
  const port = options.port ?? Number(env.PORT ?? (await freePort()));
  const [command = node, ...words] = [...(options.through ?? []), node, ...(options.nodeArguments ?? []), entry];
  const child = spawn(command, words, {
    // The breach list is out of reach here; a closed port fails at once instead of asking the network.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PASSWORD_BREACH_ENDPOINT: 'http://127.0.0.1:9',
      // Tests come from one address, and often; some ask for fifty codes at once.
      RATE_LIMIT: '1000000',
      MESSAGE_LIMIT: '1000000',
      // As under npm: when whoever started it is gone, it ends by itself, and a killed test run leaves nothing behind.
      npm_lifecycle_event: 'start',
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  options.onSpawn?.(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', () => {
      if (/ is ready at /.test(printed)) resolve();
    });
    child.once('close', (code) => {
      const error = new Error(`exit ${code}: ${printed.trim().split('\n').at(-1)}`);
      reject(Object.assign(error, { code, output: printed }));
    });
  });
  return {
    origin: env.ENDPOINT ?? `http://localhost:${port}`,
    port,
    pid: child.pid ?? 0,
    child,
    output: () => printed,
    exited,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return exited;
    },
  };
};

/** A start that must fail: how it ended, and everything it printed. */
export const failedStart = async (...given: Parameters<typeof startProcess>) => {
  const started = await startProcess(...given).catch((error: FailedStart) => error);
  if (started instanceof Error) return { code: started.code, output: started.output };
  await started.stop();
  throw new Error('the start was expected to fail');
};
