// Every archive has the Node that the tests run on, also where npm has an older one.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { root } from '../inputs.mjs';
import { platforms } from './archive.mjs';
import { here, nodeRelease, useNodeRelease } from './node-release.mjs';

const program = basename(process.execPath);
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-node-'));
  mkdirSync(join(folder, 'bin'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const writePackage = (version) => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'node-somewhere', version }));
  writeFileSync(join(folder, 'bin', program), 'old');
};
const read = (name) => readFileSync(join(folder, name), 'utf8');

it('keeps the Node of npm if it is the release', () => {
  writePackage(nodeRelease);
  useNodeRelease(folder, here);
  expect(read(`bin/${program}`)).toBe('old');
});

it('takes the Node of the machine instead of an older one', () => {
  writePackage('24.0.0');
  useNodeRelease(folder, here);
  const printed = execFileSync(join(folder, 'bin', program), ['--version'], { encoding: 'utf8' });
  expect(printed.trim()).toBe(`v${nodeRelease}`);
  expect(read('LICENSE')).toContain('Node.js');
  expect(JSON.parse(read('package.json'))).toEqual({ name: 'node-somewhere', version: nodeRelease });
});

it('refuses to package another release for another platform', () => {
  writePackage('24.0.0');
  expect(() => useNodeRelease(folder, 'solaris-sparc')).toThrow(
    `npm's Node for solaris-sparc is 24.0.0 instead of ${nodeRelease}`,
  );
});

it('is only needed on macOS, where the release workflow builds with this Node', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const older = Object.keys(platforms).filter((name) => optionalDependencies[platforms[name].node] !== nodeRelease);
  expect(older).toEqual(['darwin-x64', 'darwin-arm64']);
  const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
  const built = [...workflow.matchAll(/- \{ runner: ([\w.-]+), platforms: ([\w -]+) \}/g)];
  const runnerOf = Object.fromEntries(
    built.flatMap(([, runner, names]) => names.split(' ').map((one) => [one, runner])),
  );
  expect(runnerOf).toEqual({
    ...{ 'linux-x64': 'ubuntu-24.04', 'windows-x64': 'ubuntu-24.04', 'linux-arm64': 'ubuntu-24.04-arm' },
    ...{ 'darwin-arm64': 'macos-15', 'darwin-x64': 'macos-15-intel' },
  });
});

it('runs every workflow', () => {
  const versions = ['test', 'release'].flatMap((name) => {
    const text = readFileSync(join(root, `.github/workflows/${name}.yml`), 'utf8');
    return [...text.matchAll(/node-version: (.+)/g)].map(([, version]) => version);
  });
  expect(versions.length).toBeGreaterThan(4);
  expect(new Set(versions)).toEqual(new Set([nodeRelease]));
});
