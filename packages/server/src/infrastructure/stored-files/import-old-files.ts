// Until 1.32 uploads were files in DATA_DIR/assets. At startup a node imports those it has, upload by upload: each in
// one transaction, after which its files are deleted, so an interrupted import continues at the next start. Files
// unknown to this database are left alone.
import { readdir, readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { UiFiles } from '../../authentication/custom-ui/cached-custom-ui.ts';
import type { Services } from '../../services.ts';
import { type Change, openChange } from '../database/change.ts';
import type { Databases } from '../database/tenant-database.ts';
import { adminTenant } from '../http/resolve-request.ts';

type Options = Pick<Services, 'settings' | 'databases' | 'invalidation' | 'files' | 'log' | 'print'>;

export const importOldFiles = async (parts: Options): Promise<void> => {
  const root = resolve(parts.settings.dataDir, 'assets');
  const folders = await readdir(root).catch(() => []);
  let count = 0;
  try {
    for (const tenantId of await knownTenants(parts.databases, folders)) {
      count += await importTenant(parts, root, tenantId);
      await rmdir(join(root, tenantId)).catch(() => {});
    }
    await rmdir(root).catch(() => {});
  } catch (error) {
    // Images can wait for the next start; sign-ins cannot.
    parts.log.error({ err: error }, `uploads in ${root} could not be imported`);
  }
  if (count > 0) parts.print(`Imported ${count} uploads from ${root}`);
};

const knownTenants = async (databases: Databases, ids: string[]): Promise<string[]> => {
  if (ids.length === 0) return [];
  const rows = await databases.of(adminTenant).selectFrom('tenants').select('id').where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
};

const importTenant = async (parts: Options, root: string, tenantId: string): Promise<number> => {
  const { databases, files } = parts;
  const db = databases.of(tenantId);
  const readOld = async (key: string): Promise<Buffer | undefined> => {
    const path = resolve(root, key);
    return path.startsWith(`${root}${sep}`) ? readFile(path).catch(() => undefined) : undefined;
  };
  const change = (write: (change: Change) => Promise<void>) => inChange(parts, tenantId, write);
  let count = 0;

  const assets = await db.selectFrom('userAssets').select(['id', 'key']).where('hash', 'is', null).execute();
  for (const { id, key } of assets) {
    const content = await readOld(key);
    if (!content) continue;
    await change(async (gate) => {
      const [hash = null] = await files.store(await gate.transaction(), tenantId, [content]);
      await gate.update('userAssets', { id }, (before) => (before.hash === null ? { hash } : {}));
    });
    await removeUp(dirname(resolve(root, key)), root);
    count += 1;
  }

  const pages = await db.selectFrom('customUiAssets').select(['id', 'files']).execute();
  for (const { id, files: listed } of pages as { id: string; files: UiFiles }[]) {
    const folder = `${tenantId}/custom-ui/${id}`;
    const found: [string, Buffer][] = [];
    for (const [path, { hash }] of Object.entries(listed)) {
      const content = hash ? undefined : await readOld(`${folder}/${path}`);
      if (content) found.push([path, content]);
    }
    if (found.length === 0) continue;
    await change(async (gate) => {
      const contents = found.map(([, content]) => content);
      const hashes = await files.store(await gate.transaction(), tenantId, contents);
      await gate.update('customUiAssets', { id }, (before) => {
        const current = before.files as UiFiles;
        const missing = found.flatMap(([path], index) => {
          const file = current[path];
          return file && !file.hash ? [[path, { ...file, hash: hashes[index] }]] : [];
        });
        return missing.length > 0 ? { files: { ...current, ...Object.fromEntries(missing) } } : {};
      });
    });
    await removeUp(resolve(root, folder), root);
    count += 1;
  }
  return count;
};

const inChange = async (
  { databases, invalidation }: Options,
  tenantId: string,
  write: (change: Change) => Promise<void>,
): Promise<void> => {
  const change = openChange({
    ...{ db: databases.of(tenantId), tenantId, invalidation, requestId: 'start' },
    actor: () => ({ type: 'system', id: null }),
    operation: 'user-asset.imported',
  });
  try {
    await write(change);
    await change.commit();
  } catch (error) {
    await change.rollback();
    throw error;
  }
};

/** Also removes parent folders that become empty. */
const removeUp = async (folder: string, root: string): Promise<void> => {
  await rm(folder, { recursive: true, force: true });
  for (let above = dirname(folder); above !== root; above = dirname(above)) {
    try {
      await rmdir(above);
    } catch {
      return;
    }
  }
};
