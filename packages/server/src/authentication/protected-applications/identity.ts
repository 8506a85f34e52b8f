// Tells origins who sends a request: a token for this site only, signed with the tenant's key. It is short-lived, since
// an origin may log it.
import type { Wire } from '@tessera/contract/wire';
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Addresses } from '../../addresses.ts';
import { findAccount } from '../../authorization/oidc/account.ts';
import type { Keys } from '../../authorization/oidc/keys.ts';
import type { Clock } from '../../clock.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import type { GatewaySession } from './sessions.ts';
import type { Site } from './sites.ts';

const lifetime = 300;
/** A signature takes longer than everything else about a request, so a token serves for many. */
const usedForMs = 60_000;
const mostTokens = 10_000;

const scope = 'profile email phone';
/** Profiles can be long, and headers must not be. */
const claimNames = [
  ...['name', 'username', 'picture', 'email', 'email_verified', 'phone_number', 'phone_number_verified'],
] as const;

export type Identities = ReturnType<typeof createIdentities>;
type Options = { addresses: Addresses; clock: Clock; databases: Databases; keys: Keys; wire: Wire };

export const createIdentities = ({ addresses, clock, databases, keys, wire }: Options) => {
  const tokens = new LRUCache<string, string>({ max: mostTokens, ttl: usedForMs });

  const sign = async ({ tenantId, base }: Site, userId: string): Promise<string | undefined> => {
    const account = await findAccount(databases.of(tenantId), wire, userId);
    if (!account) return undefined;
    const claims: Record<string, unknown> = await account.claims('userinfo', scope, {}, []);
    const { algorithm, signingKey, signingKeyId } = await keys.of(tenantId);
    const shown = claimNames.filter((name) => claims[name] !== null && claims[name] !== undefined);
    return new SignJWT(Object.fromEntries(shown.map((name) => [name, claims[name]])))
      .setProtectedHeader({ alg: algorithm, kid: signingKeyId, typ: 'identity+jwt' })
      .setIssuer(addresses.issuer(tenantId))
      .setAudience(base.origin)
      .setSubject(userId)
      .setIssuedAt(clock.seconds())
      .setExpirationTime(clock.seconds() + lifetime)
      .sign(signingKey);
  };

  /** Undefined if nothing may be issued for the user. */
  return async (site: Site, { id, userId }: GatewaySession): Promise<string | undefined> => {
    const key = `${site.tenantId} ${id}`;
    const known = tokens.get(key);
    if (known) return known;
    const token = await sign(site, userId);
    if (token) tokens.set(key, token);
    return token;
  };
};
