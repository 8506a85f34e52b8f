// What the process is made of, put together once at start and handed to every request.
import type { Wire } from '@tessera/contract/wire';
import type { Addresses } from './addresses.ts';
import type { Audit } from './audit/audit.ts';
import type { Invalidation } from './cache/invalidation.ts';
import type { Clock } from './clock.ts';
import type { Factories } from './connectors/factories.ts';
import type { Databases } from './database/tenant-database.ts';
import type { Lifecycle } from './http/health.ts';
import type { RateLimit } from './http/rate-limit.ts';
import type { Log } from './log.ts';
import type { Messages } from './messages/messages.ts';
import type { Applications } from './oidc/applications-as-clients.ts';
import type { Keys } from './oidc/keys.ts';
import type { Providers } from './oidc/providers.ts';
import type { ResourceScopes } from './oidc/resource-scopes.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { Pages } from './pages/pages.ts';
import type { Settings } from './settings.ts';
import type { SignInExperiences } from './sign-in-experience/read.ts';
import type { Tenants } from './tenants/read.ts';
import type { AssetStore } from './user-assets/disk-store.ts';

export type Services = {
  settings: Settings;
  addresses: Addresses;
  wire: Wire;
  log: Log;
  clock: Clock;
  databases: Databases;
  invalidation: Invalidation;
  audit: Audit;
  outbound: Outbound;
  factories: Factories;
  messages: Messages;
  /** Says something to whoever watches the terminal. */
  print: (line: string) => void;
  keys: Keys;
  applications: Applications;
  resourceScopes: ResourceScopes;
  signInExperiences: SignInExperiences;
  tenants: Tenants;
  providers: Providers;
  pages: Pages;
  assets: AssetStore;
  rateLimit: RateLimit;
  lifecycle: Lifecycle;
};
