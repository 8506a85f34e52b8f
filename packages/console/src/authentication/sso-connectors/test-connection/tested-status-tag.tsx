// Status in the header: a failed test takes precedence over the status of the connector.
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../../kit/state-tag.tsx';
import { ConnectorStatusTag } from '../connector-status-tag.tsx';
import type { SsoConnectorDetails } from '../query.ts';
import { useShownTest } from './use-connection-test.ts';

export function TestedStatusTag({ connector }: { connector: SsoConnectorDetails }) {
  const { t } = useTranslation();
  const { data: test } = useShownTest(connector.id);
  if (test?.status !== 'failed') return <ConnectorStatusTag connector={connector} framed />;
  return (
    <StateTag state="warning" framed>
      {t('sso-connectors.test.failed')}
    </StateTag>
  );
}
