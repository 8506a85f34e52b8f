// Scope resolution for a user with many organizations, roles and permissions, compared with one of each: CPU in this
// process, and the number of statements.
import { wireNames } from '@tessera/contract/wire';
import { createResourceScopes } from '@tessera/server/authorization/oidc/resource-scopes';
import { startInvalidation } from '@tessera/server/infrastructure/cache/invalidation';
import { createDatabases } from '@tessera/server/infrastructure/database/tenant-database';
import { createVault } from '@tessera/server/infrastructure/vault/vault';
import type { TestServer } from '@tessera/tests/harness/test-server';
import pg from 'pg';
import { pino } from 'pino';
import { median, rounds } from './load.ts';
import { type Goal, show, table } from './report.ts';

const perRound = 200;
const sizes = {
  few: { organizations: 1, roles: 1, permissions: 2 },
  many: { organizations: 50, roles: 20, permissions: 500 },
};
type Name = keyof typeof sizes;
type Cost = { cpu: number; statements: number; scopes: number };
export type ScopeNumbers = Record<Name, Cost>;

const indicatorOf = (name: Name) => `https://${name}.example.com`;

/** Half of the permissions through user roles, half through organization roles, evenly distributed. */
const prepare = async (server: TestServer, name: Name) => {
  const { organizations, roles, permissions } = sizes[name];
  const series = (count: number, as: string) => `generate_series(1, ${count}) as ${as}`;
  const rows = [
    `users (tenant_id, id, username) values ('default', '${name}', '${name}')`,
    `resources (tenant_id, id, name, indicator) values ('default', '${name}', '${name}', '${indicatorOf(name)}')`,
    `scopes (tenant_id, id, resource_id, name)
     select 'default', '${name}-' || n, '${name}', 'permission-' || n from ${series(permissions, 'n')}`,
    `roles (tenant_id, id, name, description)
     select 'default', '${name}-' || n, '${name}-' || n, 'Role' from ${series(roles, 'n')}`,
    `roles_scopes (tenant_id, role_id, scope_id)
     select 'default', '${name}-' || n % ${roles} + 1, '${name}-' || n from ${series(permissions, 'n')} where n % 2 = 1`,
    `users_roles (tenant_id, user_id, role_id)
     select 'default', '${name}', '${name}-' || n from ${series(roles, 'n')}`,
    `organizations (tenant_id, id, name)
     select 'default', '${name}-' || n, 'Organization' from ${series(organizations, 'n')}`,
    `organization_roles (tenant_id, id, name)
     select 'default', '${name}-' || n, '${name}-' || n from ${series(roles, 'n')}`,
    `organization_role_resource_scopes (tenant_id, organization_role_id, scope_id)
     select 'default', '${name}-' || n % ${roles} + 1, '${name}-' || n from ${series(permissions, 'n')} where n % 2 = 0`,
    `organization_users (tenant_id, organization_id, user_id)
     select 'default', '${name}-' || n, '${name}' from ${series(organizations, 'n')}`,
    `organization_role_users (tenant_id, organization_id, user_id, organization_role_id)
     select 'default', '${name}-' || o, '${name}', '${name}-' || r
     from ${series(organizations, 'o')}, ${series(roles, 'r')}`,
  ];
  for (const row of rows) await server.query(`insert into ${row}`);
  await server.query('analyze');
};

/** A pool that counts statements. */
const countingPool = (url: string) => {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const sent = { statements: 0 };
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query: (...given: unknown[]) => {
        sent.statements += 1;
        return query(...given);
      },
    });
  });
  return { pool, sent };
};

export const measureScopes = async (server: TestServer): Promise<ScopeNumbers> => {
  const names = Object.keys(sizes) as Name[];
  for (const name of names) await prepare(server, name);
  const { pool, sent } = countingPool(server.databaseUrl);
  const log = pino({ level: 'silent' });
  const invalidation = await startInvalidation({ url: server.databaseUrl, log });
  try {
    const { offered } = createResourceScopes(
      createDatabases(pool, createVault(Buffer.alloc(32))),
      invalidation,
      wireNames('tessera'),
    );
    const resolve = (name: Name) =>
      offered('default', indicatorOf(name), { type: 'user', id: name, isToken: true }, undefined);
    const measured = new Map<Name, Cost[]>(names.map((name) => [name, []]));
    for (const name of names) for (let count = 0; count < perRound; count += 1) await resolve(name);
    for (let round = 0; round < rounds; round += 1) {
      for (const name of names) {
        const [before, began] = [process.cpuUsage(), sent.statements];
        let scopes = 0;
        for (let count = 0; count < perRound; count += 1) scopes = (await resolve(name))?.scopes.length ?? 0;
        const { user, system } = process.cpuUsage(before);
        measured.get(name)?.push({
          cpu: (user + system) / 1000 / perRound,
          statements: (sent.statements - began) / perRound,
          scopes,
        });
      }
    }
    const middle = (costs: Cost[] = []): Cost => ({
      cpu: median(costs.map(({ cpu }) => cpu)),
      statements: median(costs.map(({ statements }) => statements)),
      scopes: costs[0]?.scopes ?? 0,
    });
    return { few: middle(measured.get('few')), many: middle(measured.get('many')) };
  } finally {
    await invalidation.stop();
    await pool.end();
  }
};

export const scopeTable = ({ few, many }: ScopeNumbers): string => {
  const row = (name: Name, { cpu, statements, scopes }: Cost) => {
    const { organizations, roles } = sizes[name];
    return [
      `${organizations} organizations, ${roles} roles`,
      show(scopes),
      show(cpu, 'ms', 2),
      show(statements, '', 1),
    ];
  };
  return table([
    ['Scopes of a user for an API', 'permissions', 'CPU', 'statements'],
    row('few', few),
    row('many', many),
  ]);
};

export const scopeGoals = ({ few, many }: ScopeNumbers): Goal[] => [
  { name: 'CPU of 500 permissions in 50 organizations', measured: many.cpu, limit: 3, unit: 'ms', digits: 2 },
  {
    name: 'statements for them beyond those for one',
    measured: many.statements - few.statements,
    limit: 0,
    unit: '',
    digits: 1,
  },
];
