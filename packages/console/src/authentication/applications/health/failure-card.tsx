// One reason of failed requests: how often, what to do, and the values that the requests named.
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DateText } from '../../../kit/date-text.tsx';
import type { ApplicationData } from '../application.ts';
import { FailureDetails } from './failure-details.tsx';
import { sectionOf } from './failure-sections.ts';
import classes from './health.module.css';
import type { Failure } from './query.ts';

type Props = { application: ApplicationData['application']; failure: Failure };

export function FailureCard({ application, failure }: Props) {
  const { t, i18n } = useTranslation();
  const { reason, count, lastAt, details } = failure;
  const number = new Intl.NumberFormat(i18n.language).format(count);
  const section = sectionOf(reason, application);
  return (
    <li className={classes.failure}>
      <span className={classes.mark} aria-hidden="true">
        <IconX size={12} stroke={3} />
      </span>
      <div className={classes.words}>
        <h3 className={classes.reason}>{t(`application-health.reasons.${reason}.title`)}</h3>
        <p className={classes.when}>
          {t('application-health.failures.count', { count, number })}
          {' · '}
          {t('application-health.failures.last')} <DateText value={lastAt} />
        </p>
        <p>{t(`application-health.reasons.${reason}.text`)}</p>
        {details.length > 0 && <FailureDetails application={application} failure={failure} />}
        {section !== undefined && (
          <Button
            variant="default"
            size="compact-sm"
            renderRoot={(props) =>
              section === 'permissions' ? (
                <Link to="/applications/$id/permissions" params={{ id: application.id }} {...props} />
              ) : (
                <Link to="/applications/$id/settings" params={{ id: application.id }} hash={section} {...props} />
              )
            }
          >
            {t(`application-health.failures.${section === 'permissions' ? 'permissions' : 'settings'}`)}
          </Button>
        )}
      </div>
    </li>
  );
}
