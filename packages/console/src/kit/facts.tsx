// A list of known facts, as name-value pairs.
import { Fragment, type ReactNode } from 'react';
import classes from './facts.module.css';

type Fact = { name: string; value: ReactNode };

export function Facts({ facts }: { facts: readonly (Fact | false)[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(
        (fact) =>
          fact && (
            <Fragment key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}
