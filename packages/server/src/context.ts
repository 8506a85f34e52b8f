// The context of handlers and the functions they call: a request with all services, plus the additions of its access
// type. Code that services are made of uses `RequestContext` with the services it needs instead.
import type { Access } from '@tessera/contract/kit';
import type { Interaction } from './authentication/experience/interaction.ts';
import type { RequestContext } from './infrastructure/http/context.ts';
import type { Services } from './services.ts';
import type { AccountCaller } from './user-management/account/caller.ts';
import type { ScimCaller } from './user-management/scim/caller.ts';

export type Context = RequestContext<Services>;

type Extras = {
  public: unknown;
  cloudPublic: unknown;
  management: unknown;
  interaction: { interaction: Interaction };
  account: AccountCaller;
  scim: ScimCaller;
  me: { userId: string; sessionUid: string | undefined; tokenId: string };
  cloud: { userId: string; scopes: ReadonlySet<string> };
  organization: { userId: string; scopes: ReadonlySet<string> };
};
export type ContextFor<A extends Access> = Context & Extras[A];
