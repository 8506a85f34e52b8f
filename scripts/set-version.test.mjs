import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './inputs.mjs';
import { lockfileProblems } from './lockfile.mjs';
import { filesWith } from './set-version.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const { version } = JSON.parse(read('package.json'));

it('changes nothing for the present version', () => {
  const files = filesWith(version, read);
  expect(Object.keys(files)).toContain('packages/server/package.json');
  expect(Object.keys(files).filter((path) => files[path] !== read(path))).toEqual([]);
});

it('sets the version in every file, and leaves other packages alone', () => {
  const files = filesWith('9.8.7', read);
  const manifests = Object.keys(files).filter((path) => path.endsWith('package.json'));
  const [manifest, ...workspaces] = manifests.map((path) => JSON.parse(files[path]));
  const lock = JSON.parse(files['package-lock.json']);
  expect(lockfileProblems(lock, manifest, workspaces)).toEqual([]);
  expect(files['deploy/helm/tessera/Chart.yaml']).toContain('\nversion: 9.8.7\nappVersion: 9.8.7\n');
  // Each line that changed is one with the version.
  const before = Object.keys(files).flatMap((path) => read(path).split('\n'));
  const after = Object.values(files).flatMap((text) => text.split('\n'));
  const changed = after.filter((line, index) => line !== before[index]);
  expect(changed.filter((line) => !/^ *"?(version|appVersion|@tessera\/[\w-]+)"?: "?9\.8\.7"?,?$/.test(line))).toEqual(
    [],
  );
  expect(files['packages/server/package.json']).not.toContain(`"@tessera/contract": "${version}"`);
});

it.each(['', 'v1.2.3', '1.2'])('refuses "%s"', (wanted) => {
  expect(() => filesWith(wanted, read)).toThrow('Say which version');
});
