// One step of a connection test: mark, title, detail and duration.
import { IconAlertTriangle, IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import type { SsoTestStep } from '@tessera/contract/sso-connector-tests';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { durationText } from './report.ts';
import classes from './test-connection.module.css';

const marks = {
  succeeded: <IconCheck size={12} stroke={3} />,
  warning: <IconAlertTriangle size={12} stroke={2.5} />,
  failed: <IconX size={12} stroke={3} />,
  running: null,
  not_run: <IconMinus size={12} stroke={2} />,
} as const;

type Props = { title: string; step: SsoTestStep; children: ReactNode };

export function TestStep({ title, step: { status, durationMs, detail }, children }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <li className={classes.step} data-status={status}>
      <span className={classes.mark} aria-hidden="true">
        {marks[status]}
      </span>
      <div className={classes.words}>
        <span className={classes.title}>
          <span className="visually-hidden">{t(`sso-connectors.test.statuses.${status}`)}: </span>
          {title}
        </span>
        {detail !== null && <bdi className={classes.detail}>{detail}</bdi>}
        {children}
      </div>
      <span className={classes.duration}>
        {durationMs === null
          ? status === 'not_run' && t('sso-connectors.test.not_run')
          : durationText(durationMs, i18n.language)}
      </span>
    </li>
  );
}
