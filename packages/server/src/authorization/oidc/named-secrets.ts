// Client authentication: an application has several secrets, each with a name and an optional expiry, and nothing else
// authenticates it. The library supports one secret per client, so its comparison is replaced.
import Provider, { type Client, errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Clock } from '../../clock.ts';
import { random, sameSecret } from '../../random.ts';
import { applicationIdOf } from './client-ids.ts';
import { internalMark } from './internal-mark.ts';
import { overrideMethod } from './library-overrides.ts';

export type KnownSecret = { name: string; value: string; expiresAt: number | null };
type Services = {
  audit: { secretUsed: (tenantId: string, applicationId: string, name: string) => void };
  applications: { find: (tenantId: string, id: string) => Promise<{ secrets: KnownSecret[] } | undefined> };
  clock: Clock;
};

/** The name of the used secret, for the request's audit log entry. */
export const usedSecretName = (ctx: { state: Record<string, unknown> }) => ctx.state.applicationSecretName;

/** Compares all of them, so that timing does not reveal which one matches. */
export const fittingSecret = (secrets: KnownSecret[], presented: string): KnownSecret | undefined =>
  secrets.filter(({ value }) => sameSecret(value, presented))[0];

/** The library requires a secret for confidential clients. This value stays in memory and is never compared. */
export const unusedClientSecret = () => random.secret();

export const isExpired = ({ expiresAt }: KnownSecret, now: number): boolean => expiresAt !== null && expiresAt <= now;

export const acceptNamedSecrets = (services: Services, tenantId: string, provider: Provider) => {
  type Compare = (this: Client, presented: string) => Promise<boolean>;
  const compare: Compare = async function compare(presented) {
    const application = await services.applications.find(tenantId, this.clientId);
    const fitting = fittingSecret(application?.secrets ?? [], presented);
    if (!fitting) return false;
    if (isExpired(fitting, services.clock.now())) throw new errors.InvalidRequest('client secret has expired');
    const { ctx } = Provider as unknown as { ctx: KoaContextWithOIDC | undefined };
    if (ctx) ctx.state.applicationSecretName = fitting.name;
    // A test does not show that the application uses it.
    if (!ctx || !internalMark(ctx.req)) services.audit.secretUsed(tenantId, applicationIdOf(this), fitting.name);
    return true;
  };
  overrideMethod<Compare>(provider, 'Client#compareClientSecret', () => compare);
};
