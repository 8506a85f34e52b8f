// All services of the process, created at startup and passed to every request. A feature with a cache, or with
// something other features use, adds it here.
import type { Wire } from '@tessera/contract/wire';
import type pg from 'pg';
import type { Addresses } from './addresses.ts';
import { createClientRegistrations } from './authentication/applications/cached-client-registration.ts';
import { createCaptcha } from './authentication/captcha/cached-captcha.ts';
import { createFactories } from './authentication/connectors/factories.ts';
import { createCustomPhrases } from './authentication/custom-phrases/cached-custom-phrases.ts';
import { createCustomUi } from './authentication/custom-ui/cached-custom-ui.ts';
import { createDeliveryChannels } from './authentication/messages/delivery-channels.ts';
import { createMessages } from './authentication/messages/messages.ts';
import { createPasswords } from './authentication/passwords/passwords.ts';
import { createSiteDomainChecks } from './authentication/protected-applications/custom-domains.ts';
import { createIdentities } from './authentication/protected-applications/identity.ts';
import { createPageRules } from './authentication/protected-applications/page-rules.ts';
import { createPatternWorkers } from './authentication/protected-applications/pattern-workers.ts';
import { createSessions } from './authentication/protected-applications/sessions.ts';
import { createSites } from './authentication/protected-applications/sites.ts';
import { createSignInExperiences } from './authentication/sign-in-experience/cached-sign-in-experiences.ts';
import { createSandbox } from './authorization/custom-jwt/sandbox.ts';
import { createScripts } from './authorization/custom-jwt/scripts.ts';
import { createApplications } from './authorization/oidc/applications-as-clients.ts';
import { createDocumentReader } from './authorization/oidc/document-reader.ts';
import { createKeys } from './authorization/oidc/keys.ts';
import type { Providers } from './authorization/oidc/mounted-provider.ts';
import { createResourceScopes } from './authorization/oidc/resource-scopes.ts';
import type { Clock } from './clock.ts';
import { createEnabledWebhooks } from './developer-tools/webhooks/enabled-webhooks.ts';
import { createAudit } from './infrastructure/audit/audit.ts';
import type { Invalidation } from './infrastructure/cache/invalidation.ts';
import { createKeyPairs } from './infrastructure/concurrency/key-pairs.ts';
import type { Replica } from './infrastructure/database/replica.ts';
import type { Databases } from './infrastructure/database/tenant-database.ts';
import type { Lifecycle } from './infrastructure/http/health.ts';
import { createUploadSlots } from './infrastructure/http/limit-uploads.ts';
import {
  createApplicationTestLimit,
  createConnectorTestLimit,
  createDocumentLimit,
  createFailureLimit,
  createMessageLimit,
  createNewPasswordLimit,
  createRateLimit,
  createScimLimit,
  createStorageLimit,
} from './infrastructure/http/rate-limit.ts';
import { createMetrics } from './infrastructure/metrics/metrics.ts';
import { createOutbound } from './infrastructure/outbound/outbound.ts';
import { createRelay } from './infrastructure/outbound/relay.ts';
import { createPatternSearches } from './infrastructure/search/pattern-searches.ts';
import type { StoredFiles } from './infrastructure/stored-files/stored-files.ts';
import { tracePasswords, traceSandbox } from './infrastructure/tracing/trace-work.ts';
import type { Tracing } from './infrastructure/tracing/tracing.ts';
import type { Vault } from './infrastructure/vault/vault.ts';
import type { Log } from './log.ts';
import { createDomains } from './platform/domains/cached-domains.ts';
import { createDomainChecks } from './platform/domains/check-domain.ts';
import { createDns } from './platform/domains/dns.ts';
import { createDomainStatus } from './platform/domains/domain-status.ts';
import { createPages } from './platform/pages/pages.ts';
import { createTenants } from './platform/tenants/cached-tenants.ts';
import type { Settings } from './settings.ts';
import { createAccountCenters } from './user-management/account-center/cached-account-centers.ts';

type Core = {
  settings: Settings;
  addresses: Addresses;
  wire: Wire;
  log: Log;
  clock: Clock;
  /** Prints a line in the terminal. */
  print: (line: string) => void;
  /** Only if a tracing endpoint is set. */
  tracing: Tracing | undefined;
  databases: Databases;
  replica: Replica | undefined;
  invalidation: Invalidation;
  vault: Vault;
  files: StoredFiles;
  providers: Providers;
};

export type Services = Awaited<ReturnType<typeof createServices>>;

export const createServices = async ({ pool, ...core }: Core & { pool: pg.Pool }) => {
  const { settings, addresses, wire, log, clock, print, tracing, databases, invalidation } = core;
  const tenants = createTenants(databases, invalidation);
  const factories = await createFactories(settings.connectorsDir, settings.namespace);
  const deliveryChannels = createDeliveryChannels({ databases, invalidation, factories, tenants, settings });
  const customPhrases = createCustomPhrases(databases, invalidation);
  const captcha = createCaptcha(databases, invalidation, settings);
  const keys = createKeys(databases, invalidation, clock);
  const metrics = createMetrics();
  const domains = createDomains(databases, invalidation);
  const applications = createApplications({ databases, invalidation, addresses, domains, keys, wire });
  const signInExperiences = createSignInExperiences({
    ...{ addresses, applications, databases, invalidation, tenants, settings },
    ...{ deliveryChannels, factories, customPhrases, captcha },
  });
  const audit = createAudit({ databases, clock, log, metrics });
  const outbound = createOutbound({
    ...{
      allowPrivate: settings.outboundAllow,
      dnsServers: settings.dnsServers,
      proxy: settings.outboundProxy,
      tracing,
    },
  });
  const sandbox = createSandbox(outbound);
  const passwords = createPasswords();
  const patternWorkers = createPatternWorkers();
  const domainStatus = createDomainStatus({ settings, addresses, wire, tracing });
  const lifecycle: Lifecycle = { draining: false };
  return {
    ...core,
    ...{ tenants, factories, customPhrases, captcha, applications, signInExperiences, keys, metrics, domains },
    ...{ audit, outbound, patternWorkers, lifecycle },
    accountCenters: createAccountCenters(databases, invalidation),
    applicationTestLimit: createApplicationTestLimit(pool),
    authorizationLimit: createStorageLimit(settings.authorizationLimit),
    clientRegistrations: createClientRegistrations(databases, invalidation),
    connectorTestLimit: createConnectorTestLimit(pool),
    customUi: createCustomUi(databases, invalidation),
    dns: createDns(settings.dnsServers),
    documentReader: createDocumentReader({ outbound, clock, documentLimit: createDocumentLimit(pool) }),
    domainChecks: createDomainChecks({ databases, domainStatus, invalidation }),
    enabledWebhooks: createEnabledWebhooks(databases, invalidation),
    gatewaySessions: createSessions(databases),
    identities: createIdentities({ addresses, clock, databases, keys, wire }),
    keyPairs: createKeyPairs(),
    messageLimit: createMessageLimit(pool, settings.messageLimit),
    messages: createMessages({
      ...{ audit, clock, factories, outbound, print, settings, signInExperiences, deliveryChannels },
    }),
    newPasswordLimit: createNewPasswordLimit(pool),
    pages: await createPages({ settings, signInExperiences, customPhrases, wire, addresses }),
    passwords: tracing ? tracePasswords(passwords, tracing) : passwords,
    patternSearches: createPatternSearches(databases),
    rateLimit: createRateLimit(pool, settings.rateLimit),
    relay: createRelay(outbound, {
      answerMs: settings.originTimeoutSeconds * 1000,
      connections: settings.originConnections,
    }),
    resourceScopes: createResourceScopes(databases, invalidation, wire),
    samlFailureLimit: createFailureLimit(settings.rateLimit),
    tokenFailureLimit: createStorageLimit(settings.rateLimit),
    uploadSlots: createUploadSlots(),
    // A sign-in takes up to this many steps after its authorization request.
    userWriteLimit: createStorageLimit(4 * settings.authorizationLimit),
    sandbox: tracing ? traceSandbox(sandbox, tracing) : sandbox,
    scimLimit: createScimLimit(),
    scripts: createScripts(databases, invalidation),
    domainStatus,
    siteDomainChecks: createSiteDomainChecks({ databases, domainStatus, invalidation }),
    sites: createSites({ databases, invalidation, addresses, pageRules: createPageRules(patternWorkers) }),
  };
};
