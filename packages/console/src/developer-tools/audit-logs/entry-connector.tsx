// The connector of a log entry by name.
import type { LogEntry } from '@tessera/contract/audit-logs';
import { ConnectorById } from '../../authentication/connectors/connector-by-id.tsx';
import { SsoConnectorById } from '../../authentication/sso-connectors/sso-connector-by-id.tsx';

const ofSso = /EnterpriseSso|IdpInitiatedSso|^SsoConnector\./;

export function EntryConnector({ entry: { key, payload } }: { entry: LogEntry }) {
  const { connectorId, factoryId } = payload;
  if (typeof connectorId !== 'string') return null;
  if (ofSso.test(key)) return <SsoConnectorById id={connectorId} />;
  return <ConnectorById id={connectorId} factoryId={typeof factoryId === 'string' ? factoryId : undefined} />;
}
