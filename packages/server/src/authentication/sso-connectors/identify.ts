// The user in a response of an identity provider, for sign-ins and tests.
import type { SsoIdentity } from '@tessera/connectors/sso/sso-provider';
import { type SsoTrace, untraced } from '@tessera/connectors/sso/sso-trace';
import type { JsonObject } from '@tessera/contract/fields';
import { whenAsked } from '../connectors/social-connector.ts';
import { trustedIdentity } from '../connectors/trusted-identity.ts';
import { routedDomains, type SsoContext } from './find.ts';
import type { SsoConnectorInUse } from './usable.ts';

/** To mask them in what a provider says. */
export const secretsIn = ({ clientSecret }: JsonObject) => (typeof clientSecret === 'string' ? [clientSecret] : []);

export const identifySsoUser = async (
  ctx: SsoContext,
  { config }: Pick<SsoConnectorInUse, 'config'>,
  connectorId: string,
  identifying: Promise<SsoIdentity>,
  trace: SsoTrace = untraced,
) => {
  const { user: claimed, tokens } = await whenAsked(ctx, identifying, secretsIn(config));
  const domains = await routedDomains(ctx, connectorId);
  const user = await trace('attributes', () => trustedIdentity(claimed, { domains }));
  return { user, tokens, domains };
};
