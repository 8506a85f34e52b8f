// The checks that are no tests: lockfile, types, lint and format. Each returns its problems as text, empty if there are
// none.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../inputs.mjs';
import { lockfileProblems } from '../lockfile.mjs';
import { run } from '../run.mjs';

const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

const problemsOf = async (command) => {
  const { code, output } = await run(command);
  return code === 0 ? '' : output || `${command[0]} ended with code ${code}`;
};

export const checkLockfile = () => {
  const lock = read('package-lock.json');
  const workspaces = Object.keys(lock.packages).filter((path) => path !== '' && !path.includes('node_modules/'));
  const manifests = workspaces.map((path) => read(join(path, 'package.json')));
  const problems = lockfileProblems(lock, read('package.json'), manifests);
  return problems.map((line) => `package-lock.json: ${line}\n`).join('');
};

export const checkTypes = async () => {
  const projects = ['.', 'packages/console', 'packages/docs', 'packages/sign-in'];
  const present = projects.filter((project) => existsSync(join(root, project, 'tsconfig.json')));
  const problems = await Promise.all(present.map((project) => problemsOf(['tsc', '-p', project])));
  return problems.join('');
};

export const checkLint = () => problemsOf(['biome', 'ci', '.', ...(process.stdout.isTTY ? [] : ['--colors=off'])]);
