// Runs a tool of the repository.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from './inputs.mjs';

const bin = join(root, 'node_modules/.bin');

// Resolves with the exit code and, unless it is shown directly, the output. Ctrl-C reaches the tool through the
// terminal; this process waits for it to clean up.
export const run = ([program, ...args], { env = {}, show = false } = {}) =>
  new Promise((resolve) => {
    const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...color, ...env, PATH: `${bin}${delimiter}${process.env.PATH}` },
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    });
    let output = '';
    const keep = (data) => {
      output += data;
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
    const wait = () => {};
    process.on('SIGINT', wait);
    const end = (code) => {
      process.off('SIGINT', wait);
      resolve({ code, output });
    };
    child.on('error', ({ message }) => {
      output += message;
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
  });

export const seconds = (began) => `${((Date.now() - began) / 1000).toFixed(1)} s`;

// vitest with readable output and, if results are collected, a JSON report.
export const vitest = (project, report, ...files) => [
  'vitest',
  'run',
  '--project',
  project,
  ...files,
  ...(report ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []),
];
