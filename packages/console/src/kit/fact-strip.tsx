// Key facts about an entity, in cells of equal width.
import type { ReactNode } from 'react';
import classes from './fact-strip.module.css';

type Props = { label: string; facts: readonly { key: string; label: string; value: ReactNode }[] };

export function FactStrip({ label, facts }: Props) {
  return (
    <dl className={classes.strip} aria-label={label}>
      {facts.map((fact) => (
        <div key={fact.key} className={classes.fact}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
