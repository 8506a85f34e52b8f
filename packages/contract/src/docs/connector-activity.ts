// Documentation of the activity of connectors.
import type { connectorActivity } from '../connector-activity.ts';
import type { ResourceDoc } from './document.ts';

export const connectorActivityDoc: ResourceDoc<typeof connectorActivity> = {
  title: 'Connector activity',
  about: 'How often connectors were used in the last 30 days, and whether they work. Days are in UTC.',
  operations: {
    list: {
      summary: 'Returns the activity of all connectors, newest connector first.',
      description: 'Counted within a second of each use. Tests and users who decline at the provider are not counted.',
    },
  },
  fields: {
    id: { text: 'ID of the connector.', example: 'c9n5g2y7k0vr' },
    succeeded: {
      text: 'Number of users that a social connector identified, or of messages that were sent.',
      example: 4812,
    },
    failed: { text: 'Number of failed sign-ins or messages.', example: 39 },
    lastUsedOn: { text: 'Day of the last use, or `null` if it was not used in these 30 days.', example: '2025-11-14' },
    consecutiveFailures: {
      text: 'Number of failures since the last success. A new configuration starts at 0.',
      example: 39,
    },
    isFailing: { text: 'Whether at least the last three uses failed.', example: true },
    lastFailure: 'Last failure, or `null`.',
    code: { text: 'Error code.', example: 'connector.social_auth_code_invalid' },
    reason: {
      text: 'Reason given by the provider, or `null`.',
      example: 'login.example.com: 401 invalid_client: The client secret has expired',
    },
    at: { text: 'Time of the failure.', example: 1763110800000 },
  },
};
