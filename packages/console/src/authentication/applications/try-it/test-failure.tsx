// The step of a test that failed: why, what to do, and the error as the application would get it.
import type { ApplicationTestResult } from '@tessera/contract/application-tests';
import { useTranslation } from 'react-i18next';
import { Facts } from '../../../kit/facts.tsx';
import { Notice } from '../../../kit/notice.tsx';
import classes from './try-it.module.css';

/** Errors of a request that allows no question, for which the server's message says too little. */
const silentErrors = ['login_required', 'consent_required', 'interaction_required'] as const;

export function TestFailure({ failure }: { failure: NonNullable<ApplicationTestResult['failure']> }) {
  const { t } = useTranslation();
  const { step, error, description, reason, message } = failure;
  const silentError = silentErrors.find((name) => name === error);
  const text = silentError ? t(`application-tests.result.silent_errors.${silentError}`) : message;
  return (
    <Notice severity="error" urgent>
      <div className={classes.failure}>
        <strong>{t(`application-tests.result.failed_at.${step}`)}</strong>
        {reason === null ? (
          <p>{text}</p>
        ) : (
          <p>
            {t(`application-health.reasons.${reason}.title`)}. {t(`application-health.reasons.${reason}.text`)}
          </p>
        )}
        <Facts
          facts={[
            { name: t('application-tests.result.error'), value: <bdi className="mono">{error}</bdi> },
            description !== null && {
              name: t('application-tests.result.description'),
              value: (
                <bdi className={classes.description} dir="ltr">
                  {description}
                </bdi>
              ),
            },
          ]}
        />
      </div>
    </Notice>
  );
}
