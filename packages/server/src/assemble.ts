// Puts the process together: database, caches, provider, router.
import { wireNames } from '@tessera/contract/wire';
import pg from 'pg';
import { createAccountCenters } from './account-center/read.ts';
import { addressesOf } from './addresses.ts';
import { createAudit } from './audit/audit.ts';
import { type Invalidation, startInvalidation } from './cache/invalidation.ts';
import { createCaptcha } from './captcha/read.ts';
import { systemClock } from './clock.ts';
import { createFactories } from './connectors/factories.ts';
import { createSandbox } from './custom-jwt/sandbox.ts';
import { createScripts } from './custom-jwt/scripts.ts';
import { createCustomPhrases } from './custom-phrases/read.ts';
import { createCustomUi } from './custom-ui/read.ts';
import { migrate, runtimeRole } from './database/migrate.ts';
import { createPool } from './database/pool.ts';
import { createDatabases } from './database/tenant-database.ts';
import { createDomainChecks } from './domains/check-domain.ts';
import { createDomains } from './domains/read.ts';
import { startCourier } from './hooks/courier.ts';
import { createListeningHooks } from './hooks/listening-hooks.ts';
import { createSender } from './hooks/send.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createApp } from './http/app.ts';
import { openFrontDoor } from './http/front-door.ts';
import { adminTenant, defaultTenant } from './http/place.ts';
import { createMessageLimit, createRateLimit } from './http/rate-limit.ts';
import type { Log } from './log.ts';
import { createMessages } from './messages/messages.ts';
import { createWays } from './messages/ways.ts';
import { createMetrics } from './metrics.ts';
import { createApplications } from './oidc/applications-as-clients.ts';
import { createKeys } from './oidc/keys.ts';
import { createProviders } from './oidc/providers.ts';
import { createResourceScopes } from './oidc/resource-scopes.ts';
import { createOutbound } from './outbound/outbound.ts';
import { createPages } from './pages/pages.ts';
import { createVault } from './secrets/vault.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';
import { createSignInExperiences } from './sign-in-experience/read.ts';
import { createTenants } from './tenants/read.ts';
import { seed } from './tenants/seed.ts';
import { createDiskStore } from './user-assets/disk-store.ts';
import { createImportRunner } from './user-imports/runner.ts';

const roleFor = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await runtimeRole(client);
  } finally {
    await client.end();
  }
};

type Connected = { pool: pg.Pool; invalidation: Invalidation; disconnect: () => Promise<void> };

const connect = async (settings: Settings, url: string, log: Log): Promise<Connected> => {
  const role = await roleFor(url);
  const invalidation = await startInvalidation({ url, role, log });
  const pool = createPool({
    ...{ url, size: settings.databasePoolSize, role, log },
    // See the migration about usernames in any case.
    ...(!settings.caseSensitiveUsername && { settings: { 'tessera.username_case': 'ignored' } }),
  });
  const disconnect = async () => {
    await invalidation.stop();
    await pool.end();
  };
  return { pool, invalidation, disconnect };
};

export const assemble = async (settings: Settings, databaseUrl: string, log: Log, say: (line: string) => void) => {
  await migrate({ url: databaseUrl, log: say });
  const connected = await connect(settings, databaseUrl, log);
  try {
    return await putTogether(settings, connected, log, say);
  } catch (error) {
    await connected.disconnect();
    throw error;
  }
};

const putTogether = async (
  settings: Settings,
  { pool, invalidation, disconnect }: Connected,
  log: Log,
  print: (line: string) => void,
) => {
  const wire = wireNames(settings.namespace);
  const addresses = addressesOf(settings);
  const databases = createDatabases(pool);
  const clock = systemClock;
  await seed({ databases, invalidation, wire, clock, edition: settings.edition });

  const tenants = createTenants(databases, invalidation);
  const factories = await createFactories(settings.connectorsDir);
  const ways = createWays({ databases, invalidation, factories, tenants, settings });
  const customPhrases = createCustomPhrases(databases, invalidation);
  const captcha = createCaptcha(databases, invalidation, settings);
  const signInExperiences = createSignInExperiences({
    databases,
    invalidation,
    tenants,
    edition: settings.edition,
    ways,
    factories,
    customPhrases,
    captcha,
  });
  const keys = createKeys(databases, invalidation, clock);
  // The built-in tenants must be able to sign: better no start than tokens nobody can verify.
  await Promise.all([adminTenant, defaultTenant].map((tenantId) => keys.of(tenantId)));
  const metrics = createMetrics(pool);
  const audit = createAudit(databases, clock, log);
  const domains = createDomains(databases, invalidation);
  const domainChecks = createDomainChecks({ settings, addresses, wire, databases, invalidation });
  const outbound = createOutbound({ allowPrivate: settings.outboundAllow });
  const services: Services = {
    settings,
    addresses,
    wire,
    log,
    clock,
    databases,
    invalidation,
    audit,
    tenants,
    signInExperiences,
    customPhrases,
    captcha,
    customUi: createCustomUi(databases, invalidation),
    metrics,
    listeningHooks: createListeningHooks(databases, invalidation),
    accountCenters: createAccountCenters(databases, invalidation),
    keys,
    outbound,
    factories,
    print,
    messages: createMessages({ factories, outbound, print, settings, signInExperiences, ways }),
    domains,
    domainChecks,
    applications: createApplications({ databases, invalidation, addresses, domains, keys, wire }),
    resourceScopes: createResourceScopes(databases, invalidation, wire),
    scripts: createScripts(databases, invalidation),
    sandbox: createSandbox(outbound),
    providers: { of: (id) => providers.of(id), mounted: (place) => providers.mounted(place) },
    pages: await createPages({ services: { settings, signInExperiences, customPhrases, wire }, addresses }),
    assets: createDiskStore(settings.dataDir),
    vault: settings.secretVaultKek && createVault(settings.secretVaultKek),
    imports: createImportRunner(),
    rateLimit: createRateLimit(pool, settings.rateLimit),
    messageLimit: createMessageLimit(pool, settings.messageLimit),
    lifecycle: { draining: false },
  };
  const providers = createProviders(services);
  const app = await createApp(services);
  const housekeeping = startHousekeeping({ databases, settings, domainChecks, assets: services.assets, clock, log });
  const courier = startCourier({ databases, invalidation, send: createSender({ outbound, wire }), log });
  services.imports.start(services);

  return {
    services,
    metrics,
    frontDoor: openFrontDoor(services, app, metrics.measure),
    /** Everything that was acknowledged is written before this ends. */
    close: async () => {
      housekeeping.stop();
      await app.close();
      await courier.stop();
      await services.imports.stop();
      await services.sandbox.stop();
      await audit.stop();
      await disconnect();
    },
  };
};
