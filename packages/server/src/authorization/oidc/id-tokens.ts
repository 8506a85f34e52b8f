// ID tokens as clients of other providers expect them: with `typ: JWT` in the header, and with the hash of the
// accompanying access token (`at_hash`), which the library only adds at the authorization endpoint. They are signed with
// the algorithm of the application, as long as the tenant has a key for it.
import { createHash } from 'node:crypto';
import { CompactSign } from 'jose';
import type Provider from 'oidc-provider';
import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '../../clock.ts';
import type { TenantKeys } from './keys.ts';
import { overrideMethod } from './library-overrides.ts';

type IdToken = {
  client: Client;
  ctx: KoaContextWithOIDC | undefined;
  payload: () => Promise<Record<string, unknown>>;
  constructor: { expiresIn: (ctx: KoaContextWithOIDC | undefined, token: IdToken, client: Client) => number };
};
type Issue = (this: IdToken, options: { use: string }) => Promise<string>;
type Save = (this: object) => Promise<string>;
type Expected = Pick<Client, 'clientId' | 'idTokenSignedResponseAlg'>;
type Validate = (this: object, token: string, client: Expected) => Promise<object>;

/** The left half of the hash matching the signature algorithm (OpenID Connect Core, 3.1.3.6). */
const hashOf = (algorithm: string, value: string): string => {
  const hash = createHash(`sha${algorithm.slice(-3)}`)
    .update(value)
    .digest();
  return hash.subarray(0, hash.length / 2).toString('base64url');
};

/** The library expects hints with the algorithm of now; one from before a key rotation has another. */
const acceptEarlierAlgorithms = (provider: Provider, { publishedAlgorithms }: TenantKeys) =>
  overrideMethod<Validate>(
    provider,
    'IdToken.validate',
    (validate) =>
      async function (token, { clientId, idTokenSignedResponseAlg: current }) {
        const as = (algorithm: unknown) =>
          validate.call(this, token, { clientId, idTokenSignedResponseAlg: algorithm as typeof current });
        const others = [...publishedAlgorithms].filter((algorithm) => algorithm !== current);
        return as(current).catch((error: unknown) =>
          others.length === 0 ? Promise.reject(error) : Promise.any(others.map(as)),
        );
      },
  );

export const signIdTokens = (provider: Provider, keys: TenantKeys, clock: Clock) => {
  const values = new WeakMap<object, string>();
  overrideMethod<Save>(
    provider,
    'AccessToken#save',
    (save) =>
      async function () {
        const value = await save.call(this);
        values.set(this, value);
        return value;
      },
  );
  overrideMethod<Issue>(
    provider,
    'IdToken#issue',
    (issue) =>
      async function (options) {
        if (options.use !== 'idtoken') return issue.call(this, options);
        const { client, ctx } = this;
        const { algorithm, key, keyId } = keys.signerFor(client.idTokenSignedResponseAlg);
        const accessToken = ctx?.oidc.entities.AccessToken;
        const value = accessToken && values.get(accessToken);
        const iat = Math.floor(clock.now() / 1000);
        const payload = {
          ...(await this.payload()),
          ...(value && { at_hash: hashOf(algorithm, value) }),
          aud: client.clientId,
          exp: iat + this.constructor.expiresIn(ctx, this, client),
          iat,
          iss: provider.issuer,
        };
        return new CompactSign(Buffer.from(JSON.stringify(payload)))
          .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: keyId })
          .sign(key);
      },
  );
  acceptEarlierAlgorithms(provider, keys);
};
