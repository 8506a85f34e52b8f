// Committed lockfiles of the npm packages that guides install: every run installs the same versions, and npm compares
// their checksums. `npx node tests/guides/write-locks.ts` writes them.
import { existsSync, readFileSync } from 'node:fs';
import type { Block } from '@tessera/console/authentication/guides/guide';

export type Lock = { packages: Record<string, { version?: string; integrity?: string; resolved?: string }> };

/** What a guide's commands download before its packages: `npx --yes @angular/cli@21.2.27 new sample`. */
const generator = /^npx --yes (\S+)@(\S+) /;

export const lockPath = (name: string) => new URL(`locks/${name}.json`, import.meta.url);
/** The lockfile of the generator that a guide begins with. */
export const generatorLock = (id: string) => `${id}-generator`;

export const installsPackages = (blocks: readonly Block[]): boolean => blocks.some(({ kind }) => kind === 'install');

/** The package.json for the generator in a command; undefined if the command runs none. */
export const generatorPackage = (command: string): string | undefined => {
  const [, name, version] = generator.exec(command) ?? [];
  return name && version && JSON.stringify({ private: true, dependencies: { [name]: version } }, null, 2);
};

export const readLock = (name: string): string => {
  const path = lockPath(name);
  if (!existsSync(path)) throw new Error(`${name} has no lockfile: run npx node tests/guides/write-locks.ts ${name}`);
  return readFileSync(path, 'utf8').trim();
};

/** The versions and checksums of all packages, without the project itself. */
export const lockedPackages = (text: string) => {
  const { '': _project, ...packages } = (JSON.parse(text) as Lock).packages;
  return Object.fromEntries(
    Object.entries(packages).map(([path, { version, integrity }]) => [path, `${version} ${integrity}`]),
  );
};
