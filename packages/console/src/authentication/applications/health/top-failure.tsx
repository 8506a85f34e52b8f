// The most frequent reason of failed requests, with its fix.
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ApplicationData } from '../application.ts';
import classes from './aside.module.css';
import { Registration } from './failure-details.tsx';
import type { Failure } from './query.ts';

type Props = { application: ApplicationData['application']; failure: Failure };

export function TopFailure({ application, failure: { reason, count, details } }: Props) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language).format(count);
  const [detail] = details;
  const isAddable = reason === 'redirect_uri_not_registered' && application.type !== 'Protected';
  return (
    <div className={classes.problem}>
      <span className={classes.cross} aria-hidden="true">
        <IconX size={12} stroke={3} />
      </span>
      <div className={classes.words}>
        <h3 className={classes.title}>{t(`application-health.reasons.${reason}.title`)}</h3>
        <p>{t('application-health.failures.count', { count, number })}</p>
        {detail && (
          <bdi className={classes.value} dir="ltr">
            {detail.value}
          </bdi>
        )}
        <div className={classes.actions}>
          {detail && isAddable && <Registration application={application} uri={detail.value} />}
          <Link to="/applications/$id/logs" params={{ id: application.id }} search={{ result: 'Error' }}>
            {t('application-health.failures.logs')}
          </Link>
        </div>
      </div>
    </div>
  );
}
