// A titled card of the Provisioning tab.
import { type ReactNode, useId } from 'react';
import classes from './provisioning.module.css';

type Props = {
  title: string;
  /** Shown after the title. */
  note?: ReactNode;
  actions?: ReactNode;
  /** The content reaches the edges, as a table does. */
  flush?: boolean;
  children: ReactNode;
};

export function Card({ title, note, actions, flush = false, children }: Props) {
  const titleId = useId();
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <header className={classes.head}>
        <div className={classes.words}>
          <h2 id={titleId}>{title}</h2>
          {note !== undefined && <span className={classes.note}>{note}</span>}
        </div>
        {actions}
      </header>
      <div className={flush ? classes.flush : classes.body}>{children}</div>
    </section>
  );
}
