// What is left until a custom domain serves the site: the DNS record, then the certificate.
import { Loader } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { CustomDomain } from '@tessera/contract/protected-app-metadata';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../kit/copy-field.tsx';
import { Notice } from '../../../kit/notice.tsx';
import classes from './protected.module.css';

type State = 'waiting' | 'running' | 'done';

function Step({
  number,
  state,
  title,
  children,
}: {
  number: number;
  state: State;
  title: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <li className={classes.step}>
      <span className={classes.mark} data-state={state}>
        {state === 'done' && <IconCircleCheck size={20} aria-hidden="true" />}
        {state === 'running' && <Loader size={16} />}
        {state === 'waiting' && <span aria-hidden="true">{number}</span>}
      </span>
      <div className={classes.stepBody}>
        <p className={classes.stepTitle}>
          {title}
          <span className="visually-hidden">: {t(`applications.protected.domain.steps.${state}`)}</span>
        </p>
        {children}
      </div>
    </li>
  );
}

export function Activation({ domain: { status, errorMessage, dnsRecords } }: { domain: CustomDomain }) {
  const { t } = useTranslation();
  const isVerified = status === 'PendingSsl';
  return (
    <>
      {errorMessage !== null && (
        <Notice severity="warning" urgent>
          {errorMessage} {t('applications.protected.domain.retry')}
        </Notice>
      )}
      <ol className={classes.steps}>
        <Step
          number={1}
          state={isVerified ? 'done' : 'running'}
          title={t('applications.protected.domain.steps.verify')}
        >
          {dnsRecords.map(({ type, name, value }) => (
            <div key={name} className={classes.stepBody}>
              <p className={classes.hint}>{t('applications.protected.domain.steps.verify_text', { type })}</p>
              <CopyField label={t('applications.protected.domain.record_name')} value={name} />
              <CopyField label={t('applications.protected.domain.record_value')} value={value} />
            </div>
          ))}
        </Step>
        <Step
          number={2}
          state={isVerified ? 'running' : 'waiting'}
          title={t('applications.protected.domain.steps.certificate')}
        >
          <p className={classes.hint}>{t('applications.protected.domain.steps.certificate_text')}</p>
        </Step>
      </ol>
    </>
  );
}
