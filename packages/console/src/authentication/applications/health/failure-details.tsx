// The values that failed requests named. An unregistered redirect URI can be added.
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../../kit/busy-button.tsx';
import { StateTag } from '../../../kit/state-tag.tsx';
import type { ApplicationData } from '../application.ts';
import { checkUri } from '../check-settings.ts';
import classes from './health.module.css';
import type { Failure } from './query.ts';
import { useUriRegistration } from './register-uri.tsx';

type Props = { application: ApplicationData['application']; failure: Failure };

export function FailureDetails({ application, failure: { reason, details } }: Props) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <ul className={classes.details} aria-label={t('application-health.failures.values')}>
      {details.map(({ value, count }) => (
        <li key={value} className={classes.detail}>
          <bdi className={classes.value} dir="ltr">
            {value}
          </bdi>
          <span className={classes.count}>
            {t('application-health.failures.count', { count, number: number.format(count) })}
          </span>
          {reason === 'redirect_uri_not_registered' && application.type !== 'Protected' && (
            <Registration application={application} uri={value} />
          )}
        </li>
      ))}
    </ul>
  );
}

export function Registration({ application, uri }: Pick<Props, 'application'> & { uri: string }) {
  const { t } = useTranslation();
  const { ask, busy } = useUriRegistration(application);
  if (application.oidcClientMetadata.redirectUris.includes(uri)) {
    return <StateTag state="success">{t('application-health.failures.registered')}</StateTag>;
  }
  const problem = checkUri(uri, application.type, t);
  if (problem !== undefined) return <span className={classes.problem}>{problem}</span>;
  return (
    <BusyButton
      variant="default"
      size="compact-sm"
      busy={busy}
      leftSection={<IconPlus size={14} aria-hidden="true" />}
      aria-label={t('application-health.failures.add_named', { uri })}
      onClick={() => ask(uri)}
    >
      {t('application-health.failures.add')}
    </BusyButton>
  );
}
