// A generated next release for upgrade tests: the built server plus two migrations that expand the busiest tables as a
// rolling release does. It needs no history, which clones may lack.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const expand = (version: number) => `-- compatible-from: ${version}
alter table users add column next_release text not null default 'unset';
alter table applications add column next_release text not null default 'unset';
alter table oidc_model_instances add column next_release text not null default 'unset';
create function fill_next_release() returns trigger language plpgsql as $$
begin
  new.next_release := 'set';
  return new;
end $$;
create trigger applications_next_release before insert or update on applications
  for each row execute function fill_next_release();
`;
const index = (version: number) => `-- compatible-from: ${version}
-- no-transaction
create index concurrently if not exists applications_next_release on applications (tenant_id, next_release);
`;

export const makeNextRelease = () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-next-release-'));
  const dist = join(folder, 'packages/server/dist');
  const isCompiled = (path: string) => path.endsWith('/compiled');
  cpSync(join(root, 'packages/server/dist'), dist, { recursive: true, filter: (path) => !isCompiled(path) });
  for (const app of ['console', 'sign-in']) {
    mkdirSync(join(folder, 'packages', app));
    symlinkSync(join(root, 'packages', app, 'dist'), join(folder, 'packages', app, 'dist'));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const migrations = join(dist, 'migrations');
  const version = readdirSync(migrations).filter((name) => name.endsWith('.sql')).length;
  const added = [
    `${String(version + 1).padStart(4, '0')}-expand.sql`,
    `${String(version + 2).padStart(4, '0')}-index.sql`,
  ];
  writeFileSync(join(migrations, added[0] as string), expand(version));
  writeFileSync(join(migrations, added[1] as string), index(version));
  return {
    entry: join(dist, 'server.js'),
    /** Names of the added migrations. */
    added,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
