// The content of a token that a test got, verified as its receiver does it.
import type { TestedToken } from '@tessera/contract/application-tests';
import type { JsonObject } from '@tessera/contract/fields';
import { jwtVerify } from 'jose';
import type { BrowserContext } from '../browser-pages.ts';

const isJwt = (value: string) => value.split('.').length === 3;
const scopesIn = (scope: unknown): string[] => (typeof scope === 'string' ? scope.split(' ').filter(Boolean) : []);

/** `expiresIn`: of the response, in seconds. */
export const testedToken = async (
  { services, tenantId }: BrowserContext,
  value: string,
  { expiresIn, scope, audience }: { expiresIn?: unknown; scope?: unknown; audience?: string } = {},
): Promise<TestedToken> => {
  if (!isJwt(value)) {
    const expiresAt = typeof expiresIn === 'number' ? services.clock.now() + expiresIn * 1000 : null;
    return {
      ...{ format: 'opaque', header: null, claims: null, signingKey: null },
      ...{ expiresAt, scopes: scopesIn(scope) },
    };
  }
  const { verificationKeys, signingKeyId } = await services.keys.of(tenantId);
  const issuer = services.addresses.issuer(tenantId);
  const { payload, protectedHeader } = await jwtVerify(value, verificationKeys, {
    // Applications may choose lifetimes of a second.
    ...(audience !== undefined && { audience }),
    ...{ issuer, currentDate: new Date(services.clock.now()), clockTolerance: 60 },
  });
  const { kid = '', alg } = protectedHeader;
  return {
    format: 'jwt',
    header: protectedHeader as JsonObject,
    claims: payload as JsonObject,
    signingKey: { id: kid, algorithm: alg, isCurrent: kid === signingKeyId },
    expiresAt: payload.exp === undefined ? null : payload.exp * 1000,
    scopes: scopesIn(scope ?? payload.scope),
  };
};
