// The built server in its own process.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freePort } from './ports.ts';

const builtServer = join(import.meta.dirname, '../../packages/server/dist/server.js');
const guard = pathToFileURL(join(import.meta.dirname, 'outgoing-guard.mjs')).href;
const node = join(import.meta.dirname, '../../node_modules/.bin/node');

/** The default encryption key of secrets. */
export const vaultKey = Buffer.alloc(32, 7).toString('base64');

export type RunningProcess = {
  origin: string;
  port: number;
  pid: number;
  child: ChildProcess;
  /** Its output so far. */
  output(): string;
  exited: Promise<number | null>;
  /** Stops it gracefully; returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

/** Connections rejected by the guard, see outgoing-guard.mjs. */
export const pastTheGate = ({ output }: Pick<RunningProcess, 'output'>): string[] =>
  output().match(/Outgoing connection past the gate: .*/g) ?? [];

/** Why a start failed: exit code and output. */
type FailedStart = Error & { code: number | null; output: string };

type ProcessOptions = {
  nodeArguments?: string[];
  port?: number;
  /** Called while it is still starting. */
  onSpawn?: (child: ChildProcess) => void;
  /** A wrapper command that runs it. */
  through?: readonly string[];
  /** Runs another build than this repository's. */
  entry?: string;
};

const startAt = async (port: number, env: Record<string, string>, options: ProcessOptions): Promise<RunningProcess> => {
  const nodeArguments = ['--import', guard, ...(options.nodeArguments ?? [])];
  const [command = node, ...words] = [...(options.through ?? []), node, ...nodeArguments, options.entry ?? builtServer];
  const child = spawn(command, words, {
    // A closed port makes the breached-password check fail immediately instead of waiting for the network.
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PASSWORD_BREACH_ENDPOINT: 'http://127.0.0.1:9',
      // All tests share one IP address, and some request fifty codes at once.
      RATE_LIMIT: '1000000',
      MESSAGE_LIMIT: '1000000',
      SECRET_VAULT_KEK: vaultKey,
      // As under npm: the server ends when its parent is gone, so a killed test run leaves nothing behind.
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
  // Not `exit`: by then its output may be incomplete.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
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

/** Starts it and waits until it is ready. Rejects with its last line if it exits. */
export const startProcess = async (
  env: Record<string, string>,
  options: ProcessOptions = {},
): Promise<RunningProcess> => {
  const chosen = options.port ?? (env.PORT === undefined ? undefined : Number(env.PORT));
  if (chosen !== undefined) return startAt(chosen, env, options);
  return startAt(await freePort(), env, options).catch(async (error: FailedStart) => {
    // Another program took the port between the probe and the start.
    if (!/already in use/.test(error.output ?? '')) throw error;
    return startAt(await freePort(), env, options);
  });
};

/** A start that must fail: exit code and output. */
export const failedStart = async (...given: Parameters<typeof startProcess>) => {
  const started = await startProcess(...given).catch((error: FailedStart) => error);
  if (started instanceof Error) return { code: started.code, output: started.output };
  await started.stop();
  throw new Error('the start was expected to fail');
};

/** Runs a command of the product next to running servers; returns exit code and output. */
export const runCommand = async (command: string | readonly string[], env: Record<string, string>) => {
  const child = spawn(node, [builtServer, ...[command].flat()], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', SECRET_VAULT_KEK: vaultKey, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
};
