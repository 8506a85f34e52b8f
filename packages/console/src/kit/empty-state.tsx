// Empty state of a list: illustration, text and action.
import type { ReactNode } from 'react';
import classes from './state.module.css';

type Props = { illustration: ReactNode; title: string; text: string; action?: ReactNode };

export function EmptyState({ illustration, title, text, action }: Props) {
  return (
    <div className={classes.panel}>
      {illustration}
      <h2>{title}</h2>
      <p className={classes.text}>{text}</p>
      {action}
    </div>
  );
}
