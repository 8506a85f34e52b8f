// Runs a tool of the repository for the checks and tests.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from './inputs.mjs';

const bin = join(root, 'node_modules/.bin');

// Resolves with the exit code and, unless the output is shown at once, the output. Ctrl-C reaches the tool by the terminal;
// this process waits for it to clean up.
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

// vitest for people on the terminal and, where the results are added up, for the machine too.
export const vitest = (project, report, ...files) => [
  'vitest',
  'run',
  '--project',
  project,
  ...files,
  ...(report ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []),
];
