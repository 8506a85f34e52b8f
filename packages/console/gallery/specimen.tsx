// A component in one or more states, labeled with its name in the code.
import type { ReactNode } from 'react';
import classes from './gallery.module.css';

type Props = { name: string; stacked?: boolean; children: ReactNode };

export function Specimen({ name, stacked = false, children }: Props) {
  return (
    <section className={classes.specimen} aria-label={name}>
      <p className={classes.name}>{name}</p>
      <div className={stacked ? classes.stack : classes.row}>{children}</div>
    </section>
  );
}
