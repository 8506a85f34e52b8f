// Which configuration of a connector a user was sent away with, and answered. What was verified counts only while the
// connector has it; the sign-in pages, the account API and the Management API all ask here, social or enterprise SSO.
import { digestOf } from '../../infrastructure/database/digest.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';

/** Part of every record of a connector. */
export type Answered = { connectorId: string; configDigest: string };

/** Of all that an administrator has set, in any order. What the provider publishes may change meanwhile. */
export const configDigest = (config: unknown): string =>
  digestOf(JSON.stringify(Object.entries(config as object).sort()));

/** Another configuration may mean another provider, in place of one that must not sign in anyone any more. */
export const requireSameConfig = (
  connector: Pick<Answered, 'configDigest'>,
  { configDigest: answered }: Pick<Answered, 'configDigest'>,
) => {
  if (connector.configDigest === answered) return;
  throw new RequestError('session.verification_session_not_found', { reason: 'the connector was changed meanwhile' });
};
