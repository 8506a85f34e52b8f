// The connector that fails most: since when, in the provider's words, and where to fix it.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ActivityOfConnector } from '@tessera/contract/connector-activity';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../kit/notice.tsx';
import type { Connector } from '../sign-in-experience/query.ts';
import { useLocalized } from './connector-name.ts';
import classes from './connectors.module.css';

type Props = { connector: Connector; activity: ActivityOfConnector; isOwnPage?: boolean };

/** Failed events of this kind in the audit log. */
const logsOf = (type: Connector['type']) =>
  type === 'Social'
    ? ({ event: 'Interaction.SignIn.Verification.Social.Submit', result: 'Error', ungrouped: true } as const)
    : ({ event: 'Message.Send', result: 'Error' } as const);

export function FailingNotice({ connector, activity, isOwnPage = false }: Props) {
  const { t, i18n } = useTranslation();
  const name = useLocalized()(connector.name);
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
            renderRoot={(props) => <Link to="/audit-logs" search={logsOf(connector.type)} {...props} />}
          >
            {t('connectors.failing.logs')}
          </Button>
        </>
      }
    >
      <strong>{t('connectors.failing.title', { name })}</strong> {t(`connectors.failing.${kind}`, { count, number })}{' '}
      {lastFailure?.reason && (
        <bdi className={classes.reason} dir="auto">
          {lastFailure.reason}
        </bdi>
      )}
    </Notice>
  );
}
