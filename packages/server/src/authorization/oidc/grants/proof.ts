// DPoP (RFC 9449) in our own grants: the key that a client proves to hold, which its tokens are bound to.
import type Provider from 'oidc-provider';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { checkDpopReplay, checkDpopRequired, validateDpop } from 'oidc-provider/lib/helpers/grants.js';

type Bindable = { setThumbprint: (kind: 'jkt', value: string) => void };

/** The thumbprint of the proven key; `undefined` if the client sends no proof and may do so. */
export const provenKey = async (provider: Provider, ctx: KoaContextWithOIDC): Promise<string | undefined> => {
  const { client } = ctx.oidc;
  if (!client) throw new errors.InvalidClient('client is missing');
  const proof = await validateDpop(provider, ctx as never);
  checkDpopRequired(provider, ctx as never, proof);
  await checkDpopReplay(provider, ctx as never, proof, client.clientId);
  return proof?.thumbprint;
};

export const bindTo = (key: string | undefined, token: object) => {
  if (key !== undefined) (token as Bindable).setThumbprint('jkt', key);
};
