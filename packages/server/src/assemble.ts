// Assembles the process: database, caches, provider, router.
import { setTimeout as sleep } from 'node:timers/promises';
import { wireNames } from '@tessera/contract/wire';
import type pg from 'pg';
import { addressesOf } from './addresses.ts';
import { createApp } from './app.ts';
import { createGateway } from './authentication/protected-applications/gateway.ts';
import { isOidcPath, mountOidc } from './authorization/oidc/mount.ts';
import { createProviders } from './authorization/oidc/providers.ts';
import { systemClock } from './clock.ts';
import { jobKinds } from './features.ts';
import { type Invalidation, startInvalidation } from './infrastructure/cache/invalidation.ts';
import { createHosts, type Hosts } from './infrastructure/database/hosts.ts';
import { migrate, runtimeRole } from './infrastructure/database/migrate.ts';
import { createPool } from './infrastructure/database/pool.ts';
import { type Replica, startReplica } from './infrastructure/database/replica.ts';
import { createDatabases } from './infrastructure/database/tenant-database.ts';
import { openFrontDoor } from './infrastructure/http/front-door.ts';
import { adminTenant, defaultTenant } from './infrastructure/http/resolve-request.ts';
import { startWorker } from './infrastructure/jobs/worker.ts';
import { importOldFiles } from './infrastructure/stored-files/import-old-files.ts';
import { openStoredFiles } from './infrastructure/stored-files/open-stored-files.ts';
import { traceQueries } from './infrastructure/tracing/trace-queries.ts';
import { traceRequests } from './infrastructure/tracing/trace-requests.ts';
import { traceJobs } from './infrastructure/tracing/trace-work.ts';
import type { Tracing } from './infrastructure/tracing/tracing.ts';
import { followKeys } from './infrastructure/vault/follow-keys.ts';
import { openVault } from './infrastructure/vault/open-vault.ts';
import type { Vault } from './infrastructure/vault/vault.ts';
import type { Log } from './log.ts';
import { seed } from './platform/tenants/seed.ts';
import { createServices } from './services.ts';
import type { Settings } from './settings.ts';

const roleFor = async (hosts: Hosts) => {
  const client = hosts.createClient({});
  await client.connect();
  try {
    return await runtimeRole(client);
  } finally {
    await client.end();
  }
};

type Connected = {
  pool: pg.Pool;
  replica: Replica | undefined;
  invalidation: Invalidation;
  disconnect: () => Promise<void>;
};
type Opened = { database: DatabaseAddress; direct: Hosts; vault: Vault };

const connect = async (settings: Settings, { database, direct, vault }: Opened, log: Log): Promise<Connected> => {
  const { url, directUrl } = database;
  const role = await roleFor(direct);
  const invalidation = await startInvalidation({ url: directUrl ?? url, hosts: direct, log });
  const common = {
    ...{ size: settings.databasePoolSize, role, log },
    // See the migration for case-insensitive usernames.
    ...(!settings.caseSensitiveUsername && { settings: { 'tessera.username_case': 'ignored' } }),
  };
  const pool = createPool({
    ...{ ...common, url, hosts: directUrl ? createHosts(url, log) : direct },
    hasTransactionPooler: settings.databasePooler === 'transaction',
  });
  const replica =
    settings.databaseReplicaUrl === undefined
      ? undefined
      : startReplica({
          ...{ primary: pool, pool: createPool({ ...common, url: settings.databaseReplicaUrl }), vault, log },
          maxLagMs: settings.databaseReplicaMaxLagSeconds * 1000,
        });
  const disconnect = async () => {
    await invalidation.stop();
    await replica?.stop();
    await pool.end();
  };
  return { pool, replica, invalidation, disconnect };
};

const prepare = async (settings: Settings, database: DatabaseAddress, hosts: Hosts, say: (line: string) => void) => {
  const { url, keyFile, backUp } = database;
  const opened: { vault?: Vault } = {};
  await migrate({
    url,
    hosts,
    log: say,
    beforehand: backUp,
    afterwards: async (client) => {
      opened.vault = await openVault(client, { keks: settings.secretVaultKeks, keyFile, say });
    },
  });
  return opened.vault as Vault;
};

export type DatabaseAddress = {
  url: string;
  /** Bypasses a pooler, for notifications and migrations. */
  directUrl?: string | undefined;
  /** The key file of an embedded database. */
  keyFile?: string | undefined;
  /** Backs up an embedded database before it is migrated from this version. */
  backUp?: ((version: number) => Promise<void>) | undefined;
};

export type Surroundings = { log: Log; say: (line: string) => void; tracing: Tracing | undefined };

export const assemble = async (settings: Settings, database: DatabaseAddress, { log, say, tracing }: Surroundings) => {
  const direct = createHosts(database.directUrl ?? database.url, log);
  const vault = await prepare(settings, database, direct, say);
  const connected = await connect(settings, { database, direct, vault }, log);
  const { invalidation } = connected;
  try {
    await followKeys({ vault, invalidation, keks: settings.secretVaultKeks, keyFile: database.keyFile, log });
    return await putTogether(settings, vault, connected, { log, say, tracing });
  } catch (error) {
    await connected.disconnect();
    throw error;
  }
};

const putTogether = async (
  settings: Settings,
  vault: Vault,
  { pool, replica, invalidation, disconnect }: Connected,
  { log, say: print, tracing }: Surroundings,
) => {
  if (tracing) traceQueries(pool, tracing);
  const wire = wireNames(settings.namespace);
  const databases = createDatabases(pool, vault);
  const clock = systemClock;
  await seed({ databases, invalidation, wire, clock, settings });
  const { files, cache } = openStoredFiles({ settings, databases, clock, log });
  const services = await createServices({
    ...{ settings, addresses: addressesOf(settings), wire, log, clock, print, tracing },
    ...{ pool, databases, replica, invalidation, vault, files },
    // Created from the other services, below.
    providers: { of: (id) => providers.of(id), mounted: (place) => providers.mounted(place) },
  });
  const { audit, keys, metrics } = services;
  // The built-in tenants must be able to sign: better to fail than to issue unverifiable tokens.
  await Promise.all([adminTenant, defaultTenant].map((tenantId) => keys.of(tenantId)));
  const providers = createProviders(services);
  // The first one also checks that the library can be overridden as needed.
  await providers.of(adminTenant);
  // Notifications are sent only for tables a cache of this node reads, so create the caches first.
  await importOldFiles(services);
  const app = await createApp(services);
  const kinds = tracing ? traceJobs(jobKinds(services), tracing) : jobKinds(services);
  const worker = startWorker({ databases, invalidation, kinds, metrics, log });
  const provider = { isPath: isOidcPath, answer: mountOidc(services) };
  const frontDoor = openFrontDoor(services, { app, gateway: createGateway(services), provider });

  const closeInOrder = async () => {
    await app.close();
    await worker.stop();
    await services.sandbox.stop();
    await services.patternWorkers.stop();
    await services.passwords.stop();
    await audit.stop();
    cache.stop();
    await disconnect();
    await tracing?.stop();
  };

  return {
    services,
    metricsListener: () => metrics.listener(services),
    frontDoor: tracing ? traceRequests(frontDoor, tracing) : frontDoor,
    /** Resolves after everything acknowledged is written; `false` if that took too long. */
    close: async (withinMs: number): Promise<boolean> => {
      const closed = closeInOrder().then(() => true);
      const isClosed = await Promise.race([closed, sleep(withinMs, false, { ref: false })]);
      const auditEntries = audit.backlog();
      if (isClosed && auditEntries === 0) return true;
      log.error({ auditEntries }, 'stopped before everything was written: the database does not answer');
      return false;
    },
  };
};
