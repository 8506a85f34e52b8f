// Several secrets per application, each with a name and perhaps an expiry. The library asks the client whether a
// presented secret is right; this is our answer to that question.
import Provider, { type Client, errors } from 'oidc-provider';
import { sameSecret } from '../random.ts';
import type { Services } from '../services.ts';
import type { KnownSecret } from './applications-as-clients.ts';

/** Which of its secrets an application used, for the audit log of the request. */
export const usedSecretName = (ctx: { state: Record<string, unknown> }) => ctx.state.applicationSecretName;

/** All are compared, so that the time tells nothing about which one fits. */
export const fittingSecret = (secrets: KnownSecret[], presented: string): KnownSecret | undefined =>
  secrets.filter(({ value }) => sameSecret(value, presented))[0];

export const isExpired = ({ expiresAt }: KnownSecret, now: number): boolean => expiresAt !== null && expiresAt <= now;

export const acceptNamedSecrets = (services: Services, tenantId: string, provider: Provider) => {
  const { prototype } = provider.Client as unknown as { prototype: Client };
  prototype.compareClientSecret = async function compare(this: Client, presented: string) {
    const application = await services.applications.find(tenantId, this.clientId);
    const fitting = fittingSecret(application?.secrets ?? [], presented);
    if (!fitting) return sameSecret(this.clientSecret ?? '', presented);
    if (isExpired(fitting, services.clock.now())) throw new errors.InvalidRequest('client secret has expired');
    const { ctx } = Provider as unknown as { ctx: { state: Record<string, unknown> } | undefined };
    if (ctx) ctx.state.applicationSecretName = fitting.name;
    return true;
  };
};
