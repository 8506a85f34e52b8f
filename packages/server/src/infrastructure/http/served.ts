// A contract resource and its handlers, as the gate takes them.
import type { Resource } from '@tessera/contract/kit';
import type { RequestContext } from './context.ts';

export type Handler = (ctx: RequestContext, input: unknown) => unknown;
export type Served = { resource: Resource; handlers: Record<string, Handler> };
