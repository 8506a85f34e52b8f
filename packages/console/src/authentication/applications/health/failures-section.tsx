// Failed requests by reason, with what to do about them.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../kit/form-section.tsx';
import type { ApplicationData } from '../application.ts';
import { FailureCard } from './failure-card.tsx';
import classes from './health.module.css';
import type { Failure } from './query.ts';

type Props = { application: ApplicationData['application']; failures: readonly Failure[] };

export function FailuresSection({ application, failures }: Props) {
  const { t } = useTranslation();
  return (
    <FormSection
      id="failed-requests"
      title={t('application-health.failures.title')}
      text={t('application-health.failures.text')}
      action={
        failures.length > 0 && (
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link
                to="/applications/$id/logs"
                params={{ id: application.id }}
                search={{ result: 'Error' }}
                {...props}
              />
            )}
          >
            {t('application-health.failures.logs')}
          </Button>
        )
      }
    >
      {failures.length === 0 ? (
        <p>{t('application-health.failures.none')}</p>
      ) : (
        <ul className={classes.failures}>
          {failures.map((failure) => (
            <FailureCard key={failure.reason} application={application} failure={failure} />
          ))}
        </ul>
      )}
    </FormSection>
  );
}
