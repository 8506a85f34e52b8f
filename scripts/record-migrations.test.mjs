import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  changedMigrations,
  readDigests,
  readReleased,
  recordRelease,
  unrecordedMigrations,
} from './record-migrations.mjs';

describe('released migrations', () => {
  it('stay as they were released', () => {
    expect(Object.keys(readReleased()['1.32.0'])).toHaveLength(23);
    expect(changedMigrations(readReleased(), readDigests())).toEqual([]);
  });

  it('come before those of the next release', () => {
    const unrecorded = new Set(unrecordedMigrations(readReleased(), readDigests()));
    const names = Object.keys(readDigests());
    expect(names.slice(names.length - unrecorded.size)).toEqual([...unrecorded]);
  });

  it('are found if they are changed or deleted, but not if only line ends differ', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tessera-migrations-'));
    try {
      writeFileSync(join(folder, '0001-a.sql'), 'select 1;\n');
      writeFileSync(join(folder, '0002-b.sql'), 'select 2;\n');
      const released = recordRelease({}, readDigests(folder), '1.0.0');
      writeFileSync(join(folder, '0001-a.sql'), 'select 1;\r\n');
      expect(changedMigrations(released, readDigests(folder))).toEqual([]);
      writeFileSync(join(folder, '0001-a.sql'), 'select 3;\n');
      rmSync(join(folder, '0002-b.sql'));
      expect(changedMigrations(released, readDigests(folder))).toEqual([
        expect.stringMatching(/^0001-a\.sql was released with 1\.0\.0 and has changed since: restore it/),
        expect.stringMatching(/^0002-b\.sql was released with 1\.0\.0/),
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are recorded under the release that adds them', () => {
    const released = { '1.0.0': { '0001-a.sql': 'x' } };
    const digests = { '0001-a.sql': 'x', '0002-b.sql': 'y' };
    expect(unrecordedMigrations(released, digests)).toEqual(['0002-b.sql']);
    expect(recordRelease(released, digests, '1.1.0')).toEqual({ ...released, '1.1.0': { '0002-b.sql': 'y' } });
    expect(recordRelease(released, { '0001-a.sql': 'x' }, '1.2.0')).toEqual(released);
  });
});
