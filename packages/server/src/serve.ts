// Joins a contract resource with its handlers. This is the only way to add an API route.
import type { Access, Received, Resource, Returned } from '@tessera/contract/kit';
import type { ContextFor } from './context.ts';
import type { Handler, Served } from './infrastructure/http/served.ts';

type Handlers<A extends Access, O extends Resource['operations']> = {
  [K in keyof O]: (ctx: ContextFor<A>, input: Received<O[K]>) => Returned<O[K]> | Promise<Returned<O[K]>>;
};

/** A missing handler, or one with a different response, does not compile. */
export const serve = <
  A extends Access,
  O extends Resource['operations'],
  R extends Resource & { access: A; operations: O },
>(
  resource: R,
  handlers: Handlers<R['access'], R['operations']>,
): Served => ({ resource, handlers: handlers as unknown as Record<string, Handler> });
