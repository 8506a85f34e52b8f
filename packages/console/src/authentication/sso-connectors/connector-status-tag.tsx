// Status label of an enterprise SSO connector.
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';
import { severities, statusOf } from './connector-status.ts';
import type { SsoConnectorDetails } from './query.ts';

type Props = { connector: SsoConnectorDetails; framed?: boolean };

export function ConnectorStatusTag({ connector, framed = false }: Props) {
  const { t } = useTranslation();
  const status = statusOf(connector);
  return (
    <StateTag state={severities[status]} framed={framed}>
      {t(`sso-connectors.statuses.${status}`)}
    </StateTag>
  );
}
