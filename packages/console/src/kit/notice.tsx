// An inline notice.
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './notice.module.css';

export type Severity = 'info' | 'success' | 'warning' | 'error';

const icons: Record<Severity, TablerIcon> = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
};

type Props = {
  severity?: Severity;
  children: ReactNode;
  actions?: ReactNode;
  /** Appeared in response to something, so screen readers announce it. */
  urgent?: boolean;
};

export function Notice({ severity = 'info', children, actions, urgent = false }: Props) {
  const Icon = icons[severity];
  return (
    <div className={classes.notice} data-severity={severity} {...(urgent && { role: 'alert' })}>
      <Icon size={16} className={classes.icon} aria-hidden="true" />
      <div className={classes.text}>{children}</div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
