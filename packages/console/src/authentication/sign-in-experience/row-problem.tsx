// Error or warning of one list row.
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './sections.module.css';

export function RowProblem({ isError, children }: { isError: boolean; children: ReactNode }) {
  return (
    <p className={classes.problem} data-error={isError || undefined} {...(isError && { role: 'alert' })}>
      <IconAlertTriangle size={14} stroke={1.8} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
