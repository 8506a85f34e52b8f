// What needs attention about a connection: not set up yet, provider unreachable, certificates about to expire.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../kit/notice.tsx';
import { isConnected } from './connector-status.ts';
import type { SsoConnectorDetails } from './query.ts';
import classes from './sso-connectors.module.css';

function Content({ connector }: { connector: SsoConnectorDetails }) {
  const { t, i18n } = useTranslation();
  const { warnings, failedAt, failure, certificateExpiresAt } = connector.providerStatus;
  const dateOf = (value: number | null) =>
    value === null ? '' : new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(value);
  if (!isConnected(connector)) {
    return (
      <Notice
        actions={
          <Button variant="default" renderRoot={(props) => <Link to="." search={{ guide: 'open' }} {...props} />}>
            {t('sso-connectors.guide.open')}
          </Button>
        }
      >
        {t('sso-connectors.notices.not_connected')}
      </Notice>
    );
  }
  const expiry = (['certificate_expired', 'certificate_expires_soon'] as const).find((name) => warnings.includes(name));
  return (
    <>
      {expiry && (
        <Notice severity={expiry === 'certificate_expired' ? 'error' : 'warning'}>
          {t(`sso-connectors.notices.${expiry}`, { date: dateOf(certificateExpiresAt) })}
        </Notice>
      )}
      {warnings.includes('unreachable') && (
        <Notice severity="warning">
          {t('sso-connectors.notices.unreachable', { date: dateOf(failedAt), reason: failure })}
        </Notice>
      )}
    </>
  );
}

export function ConnectionNotices({ connector }: { connector: SsoConnectorDetails }) {
  return (
    <div className={classes.notices}>
      <Content connector={connector} />
    </div>
  );
}
