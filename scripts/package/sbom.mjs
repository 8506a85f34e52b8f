// The software bill of materials (CycloneDX) of a release: what the server and apps are built from, the packages shipped for
// any platform, and the icon sets whose icons scripts/generate-logos.mjs copies, without tools for tests, builds and benchmarks.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../inputs.mjs';
import { npmCommand, outsideEnvironment } from '../install.mjs';
import { nodeRelease } from './node-release.mjs';
import { apps } from './npm-package.mjs';

/** Keeps the components reachable from these refs. */
export const reachable = (bom, refs) => {
  const edges = new Map(bom.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  const kept = new Set();
  const visit = (ref) => {
    if (kept.has(ref)) return;
    kept.add(ref);
    for (const next of edges.get(ref) ?? []) visit(next);
  };
  for (const ref of refs) {
    if (!edges.has(ref)) throw new Error(`${ref} is missing in the bill of materials`);
    visit(ref);
  }
  const { component } = bom.metadata;
  return {
    ...bom,
    // npm uses the folder's name.
    metadata: { ...bom.metadata, component: { ...component, type: 'application', name: 'tessera' } },
    components: bom.components.filter((one) => kept.has(one['bom-ref'])),
    dependencies: [
      { ref: component['bom-ref'], dependsOn: refs },
      ...bom.dependencies.filter(({ ref }) => kept.has(ref)),
    ],
  };
};

/** Returns the path of the file. */
export const writeSbom = (release) => {
  const { version, dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const [npm, ...words] = npmCommand();
  const options = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const printed = execFileSync(npm, [...words, ...options], {
    cwd: root,
    env: outsideEnvironment(),
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const refs = [
    ...apps.map((name) => `@tessera/${name}@${version}`),
    ...Object.entries({ ...dependencies, ...optionalDependencies }).map(([name, wanted]) => `${name}@${wanted}`),
  ];
  const bom = reachable(JSON.parse(printed), refs);
  // In the archives, also on platforms for which npm has an older one.
  const node = { 'bom-ref': `node@${nodeRelease}`, type: 'application', name: 'node', version: nodeRelease };
  const components = [...bom.components, { ...node, purl: `pkg:generic/node@${nodeRelease}` }];
  const path = join(release, `tessera-${version}.cdx.json`);
  writeFileSync(path, `${JSON.stringify({ ...bom, components }, null, 2)}\n`);
  return path;
};
