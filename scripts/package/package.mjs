// Builds what is shipped: the npm package behind `npx tessera`, its bill of materials, and one archive for each platform
// that brings Node and needs nothing from a registry.
// Usage: npm run package [-- linux-x64 linux-arm64 …]; default: this platform. For macOS see node-release.mjs.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../inputs.mjs';
import { buildArchive, platforms } from './archive.mjs';
import { checkArchive } from './check-archive.mjs';
import { here } from './node-release.mjs';
import { packNpm } from './npm-package.mjs';
import { writeSbom } from './sbom.mjs';

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in platforms));
if (unknown.length > 0) {
  process.stderr.write(`Unknown platform ${unknown.join(', ')}: choose from ${Object.keys(platforms).join(', ')}.\n`);
  process.exit(1);
}

const release = join(root, 'release');
rmSync(release, { recursive: true, force: true });
mkdirSync(release);

const npmPackage = packNpm(release);
process.stdout.write(`${npmPackage}\n${writeSbom(release)}\n`);
for (const platform of wanted.length > 0 ? wanted : [here]) {
  const archive = buildArchive(release, npmPackage, platform);
  process.stdout.write(`${archive}\n`);
  if (platform === here) process.stdout.write(`${await checkArchive(archive, platform)}\n`);
}
