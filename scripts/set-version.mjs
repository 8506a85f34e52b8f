// Sets the version of the next release in every manifest, the lockfile and the chart: npm run set-version 1.34.0
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './inputs.mjs';

const lockfile = 'package-lock.json';
const chart = 'deploy/helm/tessera/Chart.yaml';

const isOwn = (name) => name.startsWith('@tessera/');

/** A manifest, or its copy in the lockfile. Workspaces depend on each other by exact version. */
const manifestWith = (version, manifest) => {
  const own = (names) =>
    Object.fromEntries(Object.entries(names).map(([name, wanted]) => [name, isOwn(name) ? version : wanted]));
  const { dependencies, devDependencies } = manifest;
  return {
    ...manifest,
    version,
    ...(dependencies && { dependencies: own(dependencies) }),
    ...(devDependencies && { devDependencies: own(devDependencies) }),
  };
};
const printed = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The text of each file with that version, by path. */
export const filesWith = (version, read) => {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Say which version, such as: npm run set-version 1.34.0');
  const lock = JSON.parse(read(lockfile));
  const folders = Object.keys(lock.packages).filter((path) => !path.includes('node_modules/'));
  const packages = folders.map((folder) => [folder, manifestWith(version, lock.packages[folder])]);
  const manifests = folders.map((folder) => join(folder, 'package.json'));
  return {
    ...Object.fromEntries(manifests.map((path) => [path, printed(manifestWith(version, JSON.parse(read(path))))])),
    [lockfile]: printed({ ...lock, version, packages: { ...lock.packages, ...Object.fromEntries(packages) } }),
    [chart]: read(chart).replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`),
  };
};

if (process.argv[1] === import.meta.filename) {
  const [version = ''] = process.argv.slice(2);
  const files = filesWith(version, (path) => readFileSync(join(root, path), 'utf8'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
}
