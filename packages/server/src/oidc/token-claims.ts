// Claims of ours in access tokens, beside those the library sets: who acts for the user, and for which organization.
import type { Wire } from '@tessera/contract/wire';
import type { KoaContextWithOIDC } from 'oidc-provider';

export type Exchange = { actor: string | undefined; subjectTokenContext: object | undefined };

/** Remembered with the request, for the claims of the token that is about to be saved. */
export const noteExchange = (ctx: KoaContextWithOIDC, exchange: Exchange) => {
  ctx.state.exchange = exchange;
};
export const exchangeOf = (ctx: KoaContextWithOIDC): Exchange | undefined => ctx.state.exchange as Exchange | undefined;

export const tokenClaims = (wire: Wire, ctx: KoaContextWithOIDC, token: { aud?: unknown }) => {
  const actor = exchangeOf(ctx)?.actor;
  const organizationId = ctx.oidc.params?.organization_id;
  // An organization token names its organization as the audience; an API token obtained for one says so.
  const isApiToken = token.aud !== undefined && token.aud !== wire.organizationAudience(String(organizationId));
  return {
    ...(actor && { act: { sub: actor } }),
    ...(organizationId && isApiToken ? { organization_id: organizationId } : {}),
  };
};
