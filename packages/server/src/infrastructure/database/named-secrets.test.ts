// Z09: legacy application secrets, after the migration that names them.
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from './migrate.ts';
import { become, list, type ScratchServer, startScratchServer } from './scratch-server.ts';

const migrations = new URL('../migrations/', import.meta.url);

let server: ScratchServer;
let folder: string;

beforeAll(async () => {
  server = await startScratchServer();
  folder = await mkdtemp(join(tmpdir(), 'tessera-migrations-'));
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Up to the migration that names secrets, or including it. */
const migrateTo = async (url: string, where: 'before' | 'after') => {
  const names = (await readdir(migrations)).sort();
  const at = names.findIndex((name) => name.endsWith('-named-secrets-only.sql'));
  expect(at).toBeGreaterThan(20);
  for (const name of names.slice(0, where === 'before' ? at : at + 1)) {
    await copyFile(new URL(name, migrations), join(folder, name));
  }
  await migrate({ url, log: () => {}, folder: pathToFileURL(`${folder}/`) });
};

test('R02 an unnamed secret gets a name, and a placeholder is removed', async () => {
  const { url } = await server.createDatabase();
  await migrateTo(url, 'before');
  const owner = await server.connect(url);
  for (const tenant of ['a', 'b']) {
    await owner.query('insert into tenants (id) values ($1)', [tenant]);
    await become(owner, tenant);
    await owner.query(`
      insert into applications (id, name, type, secret) values
        ('placeholder', 'P', 'MachineToMachine', '#internal:abc'), ('old', 'O', 'Traditional', 'old-${tenant}'),
        ('both', 'B', 'MachineToMachine', 'old-too'), ('same', 'S', 'Traditional', 'known'), ('spa', 'X', 'SPA', 'unused');
      insert into application_secrets (application_id, name, value) values
        ('placeholder', 'Default secret', 'kept'), ('both', 'Legacy secret', 'mine'), ('same', 'First', 'known')`);
  }
  await migrateTo(url, 'after');
  for (const tenant of ['a', 'b']) {
    await become(owner, tenant);
    const secrets = await list(
      owner,
      `select application_id || ': ' || name || ' = ' || value from application_secrets order by 1`,
    );
    expect(secrets).toEqual([
      'both: Legacy secret = mine',
      'both: Legacy secret of both = old-too',
      `old: Legacy secret = old-${tenant}`,
      'placeholder: Default secret = kept',
      'same: First = known',
    ]);
  }
});
