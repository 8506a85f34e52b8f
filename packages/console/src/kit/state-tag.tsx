// A status label with a colored dot, framed next to a title.
import type { ReactNode } from 'react';
import classes from './state-tag.module.css';

type Props = { state: 'success' | 'warning' | 'error' | 'neutral'; framed?: boolean; children: ReactNode };

export function StateTag({ state, framed = false, children }: Props) {
  return (
    <span className={classes.tag} data-state={state} data-framed={framed || undefined}>
      {children}
    </span>
  );
}
