// Known facts about a log entry, as name-value pairs.
import type { ReactNode } from 'react';
import classes from './details.module.css';

export type Fact = { name: string; value: ReactNode };

export const isKnown = (fact: Fact | false | undefined): fact is Fact => fact !== false && fact !== undefined;

export function Facts({ title, facts }: { title: string; facts: readonly (Fact | false | undefined)[] }) {
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      <dl className={classes.facts}>
        {facts.filter(isKnown).map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
