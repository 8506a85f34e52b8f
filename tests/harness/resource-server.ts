// A resource server: a real HTTP server that verifies access tokens with the tenant's public keys.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as jose from 'jose';

export type ResourceServer = Awaited<ReturnType<typeof startResourceServer>>;

/** Responds with 200 and the claims of a valid token, otherwise 401 with the reason. */
export const startResourceServer = async (issuer: string, audience: string) => {
  const keys = jose.createRemoteJWKSet(new URL(`${issuer}/jwks`));
  const server = createServer(async (request, response) => {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const verified = await jose
      .jwtVerify(token, keys, { issuer, audience, typ: 'at+jwt', requiredClaims: ['jti', 'sub', 'client_id', 'exp'] })
      .catch((error: Error) => error);
    const [status, body] =
      verified instanceof Error ? [401, { reason: verified.message }] : [200, { ...verified.payload }];
    response.writeHead(status as number, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    call: async (token: string) => {
      const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { authorization: `Bearer ${token}` } });
      return { status: response.status, claims: (await response.json()) as jose.JWTPayload & Record<string, unknown> };
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
};
