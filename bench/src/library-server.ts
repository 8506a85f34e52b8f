// The OpenID Connect library alone, with an in-memory store, to measure what the product adds.
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { machine, resource } from './machine.ts';

const { privateKey } = await generateKeyPair('ES256', { extractable: true });
const key = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'bench' };

const provider = new Provider('http://localhost/oidc', {
  jwks: { keys: [key] } as never,
  cookies: { keys: ['bench'] },
  clients: [
    {
      client_id: machine.id,
      client_secret: machine.secret,
      grant_types: ['client_credentials'],
      response_types: [],
      redirect_uris: [],
      token_endpoint_auth_method: 'client_secret_basic',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  ttl: { ClientCredentials: 3600 },
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        audience: resource,
        scope: 'all',
        accessTokenTTL: 3600,
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});
const server = createServer(provider.callback());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
