// One get-started card.
import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './get-started.module.css';

type Props = { icon: TablerIcon; title: string; text: string; action?: ReactNode; children?: ReactNode };

export function Card({ icon: Icon, title, text, action, children }: Props) {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <Icon className={classes.icon} size={20} stroke={1.6} aria-hidden="true" />
        <div className={classes.about}>
          <h2 id={id}>{title}</h2>
          <p className={classes.text}>{text}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
