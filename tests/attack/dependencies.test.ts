// Dependencies: exact, checked, and without install scripts.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8'));

type Manifest = { name: string; version: string } & Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>;
type Lock = {
  packages: Record<
    string,
    { integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean; version?: string }
  >;
};
type Check = { lockfileProblems: (lock: Lock, manifest: Manifest, workspaces: Manifest[]) => string[] };

const manifest = read<Manifest & { allowScripts: Record<string, boolean> }>('package.json');
const lock = read<Lock>('package-lock.json');
const paths = [
  'package.json',
  ...globSync('packages/*/package.json', { cwd: root }),
  'tests/package.json',
  'bench/package.json',
];
const manifests = paths.map((path) => read<Manifest>(path));
const entries = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

describe('A86 dependencies', () => {
  it('are locked with a checksum for every platform', async () => {
    const { lockfileProblems } = (await import(join(root, 'scripts/lockfile.mjs'))) as Check;
    expect(lockfileProblems(lock, manifest, manifests.slice(1))).toEqual([]);
    expect(entries.length).toBeGreaterThan(300);
    expect(entries.filter(([, { integrity }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
  });

  it('come only from the registry', () => {
    expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  it('run no install scripts', async () => {
    const { installArguments } = (await import(join(root, 'scripts/install.mjs'))) as { installArguments: string[] };
    expect(installArguments).toContain('--ignore-scripts');
    const withScripts = entries
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => path.replace(/^.*node_modules\//, ''));
    const denied = new Set(
      Object.entries(manifest.allowScripts)
        .filter(([, allowed]) => !allowed)
        .map(([name]) => name),
    );
    // fsevents is macOS only, where the same applies.
    expect(withScripts.filter((name) => !denied.has(name) && name !== 'fsevents')).toEqual([]);
    expect(Object.values(manifest.allowScripts)).not.toContain(true);
  });

  it.each(manifests.map((one) => [one.name, one] as const))('are pinned exactly in %s', (_, one) => {
    const all = { ...one.dependencies, ...one.devDependencies, ...one.optionalDependencies };
    const loose = Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
  });

  it('private package names cannot be taken from the registry', () => {
    for (const { name } of manifests.slice(1))
      expect(lock.packages[`node_modules/${name}`]).toMatchObject({ link: true });
  });
});
