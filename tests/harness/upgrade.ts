// The two releases of upgrade tests: an earlier build and this one if EARLIER_BUILD names a checkout that was built
// (`npm run test:upgrade`), otherwise this one and a generated next release.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeNextRelease } from './next-release.ts';

const root = join(import.meta.dirname, '../..');
const server = (checkout: string) => join(checkout, 'packages/server/dist/server.js');
const migrations = (checkout: string) =>
  readdirSync(join(checkout, 'packages/server/dist/migrations')).filter((name) => name.endsWith('.sql'));

export const makeUpgrade = () => {
  const earlier = process.env.EARLIER_BUILD;
  if (earlier === undefined) {
    const { entry, added, remove } = makeNextRelease();
    return { before: server(root), after: entry, added, remove };
  }
  const known = new Set(migrations(earlier));
  const added = migrations(root).filter((name) => !known.has(name));
  return { before: server(earlier), after: server(root), added: added.sort(), remove: () => undefined };
};
