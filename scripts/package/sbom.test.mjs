import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apps } from './npm-package.mjs';
import { reachable, writeSbom } from './sbom.mjs';

const bom = {
  bomFormat: 'CycloneDX',
  metadata: { component: { 'bom-ref': 'tessera@1.0.0', name: 'folder', type: 'library' } },
  components: ['server@1', 'a@1', 'b@1', 'tests@1', 'c@1', 'node@24'].map((ref) => ({ 'bom-ref': ref })),
  dependencies: [
    { ref: 'tessera@1.0.0', dependsOn: ['server@1', 'tests@1', 'node@24'] },
    { ref: 'server@1', dependsOn: ['a@1'] },
    { ref: 'a@1', dependsOn: ['b@1'] },
    { ref: 'b@1', dependsOn: ['a@1'] },
    { ref: 'tests@1', dependsOn: ['c@1', 'server@1'] },
    { ref: 'c@1' },
    { ref: 'node@24' },
  ],
};

describe('the bill of materials', () => {
  it('contains what is shipped, and no test dependencies', () => {
    const shipped = reachable(bom, ['server@1', 'node@24']);
    expect(shipped.components.map((one) => one['bom-ref'])).toEqual(['server@1', 'a@1', 'b@1', 'node@24']);
    expect(shipped.metadata.component).toMatchObject({ name: 'tessera', type: 'application' });
    expect(shipped.dependencies.map(({ ref }) => ref)).toEqual(['tessera@1.0.0', 'server@1', 'a@1', 'b@1', 'node@24']);
    expect(shipped.dependencies[0]).toEqual({ ref: 'tessera@1.0.0', dependsOn: ['server@1', 'node@24'] });
  });

  it('names every app of the npm package, and the icon sets with their licenses', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-sbom-'));
    try {
      const { components } = JSON.parse(readFileSync(writeSbom(folder), 'utf8'));
      const names = components.map((one) => one['bom-ref'].replace(/@[^@]+$/, ''));
      expect(names).toEqual(expect.arrayContaining(apps.map((name) => `@tessera/${name}`)));
      expect(components.at(-1)).toMatchObject({ name: 'node', version: process.versions.node });
      const licenses = components.map(({ name, licenses }) => [name, licenses?.[0].license?.id]);
      expect(licenses).toEqual(
        expect.arrayContaining([
          ['@tabler/icons', 'MIT'],
          ['simple-icons', 'CC0-1.0'],
        ]),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is rejected if something shipped is missing', () => {
    expect(() => reachable(bom, ['console@1'])).toThrow('console@1 is missing');
  });
});
