// The connector that fails most: since when, in the provider's words, and where to fix it.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ActivityOfConnector } from '@tessera/contract/connector-activity';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../kit/error-text.ts';
import { Notice } from '../../kit/notice.tsx';
import type { Connector } from '../sign-in-experience/query.ts';
import { loggedConnectorId, useLocalized } from './connector-name.ts';
import classes from './connectors.module.css';

type Props = { connector: Connector; activity: ActivityOfConnector; isOwnPage?: boolean };

/** Its failed events in the audit log. */
const logsOf = (connector: Connector) => {
  const failed = { connectorId: loggedConnectorId(connector), result: 'Error' } as const;
  if (connector.type === 'Social') return { ...failed, ungrouped: true } as const;
  return { ...failed, event: 'Message.Send' };
};

export function FailingNotice({ connector, activity, isOwnPage = false }: Props) {
  const { t, i18n } = useTranslation();
  const name = useLocalized()(connector.name);
  const cause = useErrorText();
  const { consecutiveFailures: count, lastFailure } = activity;
  const number = new Intl.NumberFormat(i18n.language).format(count);
  const kind = connector.type === 'Social' ? 'sign_ins' : 'messages';
  return (
    <Notice
      severity="error"
      actions={
        <>
          {!isOwnPage && !connector.isDemo && (
            <Button
              variant="default"
              size="compact-sm"
              renderRoot={(props) => <Link to="/connectors/$id" params={{ id: connector.id }} {...props} />}
            >
              {t('connectors.failing.settings')}
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            renderRoot={(props) => <Link to="/audit-logs" search={logsOf(connector)} {...props} />}
          >
            {t('connectors.failing.logs')}
          </Button>
        </>
      }
    >
      <strong>{t('connectors.failing.title', { name })}</strong> {t(`connectors.failing.${kind}`, { count, number })}{' '}
      {lastFailure && cause(lastFailure.code)}{' '}
      {lastFailure?.reason && (
        <bdi className={classes.reason} dir="auto">
          {lastFailure.reason}
        </bdi>
      )}
    </Notice>
  );
}
