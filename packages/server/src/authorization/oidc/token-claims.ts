// Our own claims in access tokens: the actor, and the organization.
import type { Wire } from '@tessera/contract/wire';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Impersonation } from './grants/subject.ts';

export type Exchange = { actor: string | undefined; impersonation: Impersonation | undefined };

/** Stored with the request, for the claims of the token about to be saved. */
export const noteExchange = (ctx: KoaContextWithOIDC, exchange: Exchange) => {
  ctx.state.exchange = exchange;
};
export const exchangeOf = (ctx: KoaContextWithOIDC): Exchange | undefined => ctx.state.exchange as Exchange | undefined;

type Token = { aud?: unknown; sessionUid?: string | undefined };

type Act = { sub: string; act?: Act };

/** The latest actor comes first, earlier ones are nested in it (RFC 8693, section 4.1). */
const actOf = ({ actor, impersonation }: Exchange): Act | undefined => {
  const creator = impersonation && { sub: impersonation.actor.id };
  return actor === undefined ? creator : { sub: actor, ...(creator && { act: creator }) };
};

/** Claims that a script must not change: who acts as the user, and the session of the Me API's verifications. */
export const fixedClaims = (wire: Wire, ctx: KoaContextWithOIDC, token: Token) => {
  const exchange = exchangeOf(ctx);
  return {
    ...(exchange?.impersonation && { act: actOf(exchange) }),
    ...(token.aud === wire.meResource && token.sessionUid && { sid: token.sessionUid }),
  };
};

export const tokenClaims = (wire: Wire, ctx: KoaContextWithOIDC, token: Token) => {
  const exchange = exchangeOf(ctx);
  const act = exchange && actOf(exchange);
  const organizationId = ctx.oidc.params?.organization_id;
  // An organization token has its organization as audience; an API token for an organization has a claim.
  const isApiToken = token.aud !== undefined && token.aud !== wire.organizationAudience(String(organizationId));
  return {
    ...(act && { act }),
    ...(organizationId && isApiToken ? { organization_id: organizationId } : {}),
  };
};
