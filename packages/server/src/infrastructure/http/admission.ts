// An access type, as the gate uses it: it admits callers and limits what they write.
import type { Operation } from '@tessera/contract/kit';
import type { FastifyRequest } from 'fastify';
import type { ChangeOptions } from '../database/change.ts';
import type { RequestContext } from './context.ts';

type Allow = NonNullable<ChangeOptions['allow']>;

export type Admission<Services> = {
  /** Whether the tenant has these operations; by default all tenants do. */
  isServedAt?: (tenantId: string) => boolean;
  /** Rejects, or returns what is added to the handler's context. */
  admit: (context: RequestContext<Services>, request: FastifyRequest, operation: Operation) => Promise<object> | object;
  /** Rejects rows the caller may not write, see `ChangeOptions`. */
  allow?: (context: RequestContext<Services>, ...written: Parameters<Allow>) => ReturnType<Allow>;
};
