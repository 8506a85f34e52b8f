// Records the migrations of a release with their SHA-256: databases have them, so they may not change any more.
// Usage: node scripts/record-migrations.mjs, before a version is tagged. With --check it fails if that was forgotten.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './inputs.mjs';

const infrastructure = join(root, 'packages/server/src/infrastructure');
const recordFile = join(infrastructure, 'database/released-migrations.json');

/** By release, the digests of the migrations that it added. */
export const readReleased = () => JSON.parse(readFileSync(recordFile, 'utf8'));

/** Digests by name, as migration-files.ts computes them. */
export const readDigests = (folder = join(infrastructure, 'migrations')) => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  const digest = (name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n'))
      .digest('hex');
  return Object.fromEntries(names.sort().map((name) => [name, digest(name)]));
};

export const changedMigrations = (released, digests) =>
  Object.entries(released).flatMap(([version, files]) =>
    Object.entries(files)
      .filter(([name, digest]) => digests[name] !== digest)
      .map(
        ([name]) =>
          `${name} was released with ${version} and has changed since: restore it, and put the change into a new migration.`,
      ),
  );

export const unrecordedMigrations = (released, digests) => {
  const recorded = new Set(Object.values(released).flatMap((files) => Object.keys(files)));
  return Object.keys(digests).filter((name) => !recorded.has(name));
};

export const recordRelease = (released, digests, version) => {
  const added = unrecordedMigrations(released, digests).map((name) => [name, digests[name]]);
  if (added.length === 0) return released;
  return { ...released, [version]: { ...released[version], ...Object.fromEntries(added) } };
};

if (process.argv[1] === import.meta.filename) {
  const released = readReleased();
  const digests = readDigests();
  const unrecorded = unrecordedMigrations(released, digests);
  const isCheck = process.argv.includes('--check');
  const problems = [
    ...changedMigrations(released, digests),
    ...(isCheck ? unrecorded.map((name) => `${name} is not recorded: run node scripts/record-migrations.mjs.`) : []),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  if (!isCheck) {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    writeFileSync(recordFile, `${JSON.stringify(recordRelease(released, digests, version), null, 2)}\n`);
    console.log(`Recorded ${unrecorded.length} migrations for ${version}.`);
  }
}
