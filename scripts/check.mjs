// The fast checks: lockfile, types, lint, format and unit tests, including import cycles. Stops at the first failure
// with the tool's output.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './inputs.mjs';
import { lockfileProblems } from './lockfile.mjs';
import { run, seconds, vitest } from './run.mjs';

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const checkLockfile = () => {
  const manifest = read('package.json');
  const lock = read('package-lock.json');
  const workspaces = Object.keys(lock.packages).filter((path) => path !== '' && !path.includes('node_modules/'));
  const manifests = workspaces.map((path) => read(join(path, 'package.json')));
  const problems = lockfileProblems(lock, manifest, manifests);
  return { code: problems.length, output: problems.map((line) => `package-lock.json: ${line}\n`).join('') };
};

const checkTypes = async () => {
  const projects = ['.', 'packages/console', 'packages/docs', 'packages/sign-in'];
  const present = projects.filter((project) => existsSync(join(root, project, 'tsconfig.json')));
  const results = await Promise.all(present.map((project) => run(['tsc', '-p', project])));
  return {
    code: results.find(({ code }) => code !== 0)?.code ?? 0,
    output: results.map(({ output }) => output).join(''),
  };
};

// The report file for `npm test`.
const { TEST_RESULTS: results } = process.env;

const steps = [
  ['lockfile', checkLockfile],
  ['types', checkTypes],
  ['lint and format', () => run(['biome', 'ci', '.', ...(process.stdout.isTTY ? [] : ['--colors=off'])])],
  ['unit tests', () => run(vitest('unit', results && join(results, 'unit.json')))],
];

for (const [name, check] of steps) {
  const began = Date.now();
  const { code, output } = await check();
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name} ${seconds(began)}\n`);
  if (code !== 0) {
    process.stdout.write(output);
    process.exit(1);
  }
}
