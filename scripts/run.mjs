// Runs a tool of the repository.
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root as repository } from './inputs.mjs';

const shownEnd = 100_000;

let interrupted = false;

// Nothing more should be started, because a signal ended a tool.
export const isInterrupted = () => interrupted;

const signalGroup = (child, signal) => {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
};

// Ends a tool that writes nothing into a file for too long: first politely, so that it cleans up.
const watchStall = (child, { file, ms }) => {
  const state = { isStalled: false, size: -1, since: Date.now() };
  const look = () => {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    if (size !== state.size) Object.assign(state, { size, since: Date.now() });
    if (Date.now() - state.since < ms) return;
    signalGroup(child, state.isStalled ? 'SIGKILL' : 'SIGTERM');
    Object.assign(state, { isStalled: true, since: Date.now() - ms + Math.min(15_000, ms / 4) });
  };
  const timer = setInterval(look, Math.min(5_000, ms / 4));
  return { isStalled: () => state.isStalled, stop: () => clearInterval(timer) };
};

// Resolves with the exit code and the output, or its end if it is also shown. A tool is the leader of a process group, so
// that everything it started ends with it.
export const run = ([program, ...args], { env = {}, show = false, root = repository, stall } = {}) =>
  new Promise((resolve) => {
    const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const bin = join(repository, 'node_modules/.bin');
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...color, ...env, PATH: `${bin}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    let output = '';
    const keep = (data) => {
      output = show ? (output + data).slice(-shownEnd) : output + data;
      if (show) process.stdout.write(data);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    const watch = stall && watchStall(child, stall);
    const interrupt = (signal) => {
      interrupted = true;
      signalGroup(child, signal);
    };
    process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
    const end = (code) => {
      watch?.stop();
      // A worker that hangs outlives its tool.
      signalGroup(child, 'SIGKILL');
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      resolve({ code, output, isStalled: watch?.isStalled() ?? false });
    };
    child.on('error', ({ message }) => {
      output += message;
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
  });
