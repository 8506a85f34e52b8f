// What a handler works with: made for one request, thrown away with it.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Access } from '@tessera/contract/kit';
import type { LogKey } from '@tessera/contract/log-keys';
import type { QuotaKey } from '@tessera/contract/plans';
import type { AccountCaller } from '../account/caller.ts';
import type { Audit } from '../audit/audit.ts';
import type { Actor, Change } from '../database/change.ts';
import type { Database } from '../database/tenant-database.ts';
import type { Interaction } from '../experience/interaction.ts';
import type { Log } from '../log.ts';
import type { Amount } from '../quotas/check-quota.ts';
import type { Services } from '../services.ts';
import type { Page } from './paging.ts';
import type { Visit } from './visit.ts';

export type Context = {
  services: Services;
  visit: Visit;
  tenantId: string;
  actor: Actor;
  db: Database;
  change: Change;
  page: Page;
  /** Refuses when the tenant's plan allows no more of this. */
  quota: (key: QuotaKey, amount?: Amount) => Promise<void>;
  log: Log;
  audit: (key: LogKey, payload: Parameters<Audit['record']>[2]) => void;
  /** Status and headers of the answer, where they differ from what the contract says. */
  answer: { status?: number; headers: Record<string, string> };
  raw: { request: IncomingMessage; response: ServerResponse };
};

type Extras = {
  public: unknown;
  cloudPublic: unknown;
  management: unknown;
  interaction: { interaction: Interaction };
  account: AccountCaller;
  me: { userId: string };
  cloud: { userId: string; scopes: Set<string> };
  organization: { userId: string; scopes: Set<string> };
};
export type ContextFor<A extends Access> = Context & Extras[A];
