import { expect, test } from 'vitest';
import { lockfileProblems } from './lockfile.mjs';

const manifest = { version: '1.0.0', optionalDependencies: { 'native-arm64': '2.0.0' } };
const workspace = { name: '@tessera/server', version: '1.0.0' };
const whole = {
  version: '1.0.0',
  packages: {
    '': { version: '1.0.0' },
    'packages/server': { version: '1.0.0' },
    'node_modules/@tessera/server': { resolved: 'packages/server', link: true },
    'node_modules/native-arm64': { version: '2.0.0', integrity: 'sha512-x', optional: true },
  },
};
const damaged = (path, entry) => ({ ...whole, packages: { ...whole.packages, [path]: entry } });

test('a complete lockfile has no problems', () => {
  expect(lockfileProblems(whole, manifest, [workspace])).toEqual([]);
});

test.each([
  ['without an entry', damaged('node_modules/native-arm64', undefined)],
  ['no integrity', damaged('node_modules/pg', { version: '8.0.0' })],
  ['bound to one registry', damaged('node_modules/pg', { resolved: 'https://registry.npmjs.org/pg', integrity: 'x' })],
  ['the lockfile has version 0.9.0', { ...whole, version: '0.9.0' }],
])('%s', (message, lock) => {
  const packages = Object.fromEntries(Object.entries(lock.packages).filter(([, entry]) => entry));
  expect(lockfileProblems({ ...lock, packages }, manifest, [workspace])).toEqual([expect.stringContaining(message)]);
});

test('a workspace of another version', () => {
  const problems = lockfileProblems(whole, manifest, [{ ...workspace, version: '1.0.1' }]);
  expect(problems).toEqual(['@tessera/server has version 1.0.1 instead of 1.0.0']);
});
