// Ties a verification to the configuration that its connector had when the user left for the provider. It counts only while
// the connector has that configuration. The sign-in pages, the account API and the Management API all ask here, for social
// and enterprise SSO connectors.
import { digestOf } from '../../infrastructure/database/digest.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { sameSecret } from '../../random.ts';

/** Part of everything that a connector has verified. */
export type ConnectorVersion = { connectorId: string; configDigest: string };

/** Of everything that an administrator has set, in any order. The provider may publish new keys or metadata meanwhile. */
export const configDigest = (config: unknown): string =>
  digestOf(JSON.stringify(Object.entries(config as object).sort()));

type Version = Pick<ConnectorVersion, 'configDigest'>;

/** Verifications from before an upgrade have no digest and don't count. */
export const hasSameConfig = (connector: Version, { configDigest: expected = '' }: Version): boolean =>
  sameSecret(connector.configDigest, expected);

/** Another configuration may mean another provider, in place of one that must not sign in anyone any more. */
export const requireSameConfig = (connector: Version, verified: Version) => {
  if (hasSameConfig(connector, verified)) return;
  throw new RequestError('session.verification_session_not_found', { reason: 'the connector was changed meanwhile' });
};
