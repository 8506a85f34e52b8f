// A program of the operating system with a folder of its own, which answers at a URL.
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { eventually } from '../harness/eventually.ts';

type Start = {
  command: readonly [string, ...string[]];
  isUp: () => boolean | Promise<boolean>;
  env?: NodeJS.ProcessEnv;
  /** More about a failed start. */
  log?: () => string;
};

export const answersAt = (url: string) => () =>
  fetch(url, { redirect: 'manual' }).then(
    () => true,
    () => false,
  );

export const startProgram = async ({ command: [program, ...args], isUp, env = process.env, log }: Start) => {
  const child: ChildProcess = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const check = () => {
    if (child.exitCode !== null) throw new Error(`${program} does not start: ${complaints}${log?.() ?? ''}`);
    return isUp();
  };
  await eventually(check, { what: `the start of ${program}` });
  /** Ends it, and removes its folder. */
  return async (folder?: string) => {
    child.kill('SIGTERM');
    await ended;
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
};
