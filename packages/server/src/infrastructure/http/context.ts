// The context that the gate creates for each request.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LogKey } from '@tessera/contract/audit-log-keys';
import type { QuotaKey } from '@tessera/contract/plans';
import type { Log } from '../../log.ts';
import type { Audit } from '../audit/audit.ts';
import type { Actor, Change } from '../database/change.ts';
import type { Database } from '../database/tenant-database.ts';
import type { Page } from './paging.ts';
import type { Visit } from './visit.ts';

/** `within`: whose scopes are counted. `adding`: how many at once, by default one. */
export type Amount = { within?: string; adding?: number };

/** Functions name the services they use, such as `RequestContext<{ vault: Vault }>`. */
export type RequestContext<Services = unknown> = {
  services: Services;
  visit: Visit;
  tenantId: string;
  actor: Actor;
  /** The caller's current permissions in the tenant; an application with Management API access has all of them. */
  caller: { scopes: ReadonlySet<string>; setupLinkId?: string };
  /** Whether the caller gets the values of secrets for managers. */
  readsSecrets: boolean;
  db: Database;
  change: Change;
  page: Page;
  /** Rejects if the tenant's plan allows no more. */
  quota: (key: QuotaKey, amount?: Amount) => Promise<void>;
  log: Log;
  audit: (key: LogKey, payload: Parameters<Audit['record']>[2]) => void;
  /** Status and headers of the response, if they differ from the contract. */
  answer: { status?: number; headers: Record<string, string> };
  raw: { request: IncomingMessage; response: ServerResponse };
};
