// The state something is in: a word, and a dot whose colour says whether that is good.
import type { ReactNode } from 'react';
import classes from './state-tag.module.css';

export function StateTag({ state, children }: { state: 'success' | 'warning' | 'error'; children: ReactNode }) {
  return (
    <span className={classes.tag} data-state={state}>
      {children}
    </span>
  );
}
