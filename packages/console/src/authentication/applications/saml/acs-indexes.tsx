// The indexes of the assertion consumer services, which only an import of metadata changes.
import type { AssertionConsumer } from '@tessera/contract/saml-applications';
import classes from './saml.module.css';

export function AcsIndexes({ indexes }: { indexes: NonNullable<AssertionConsumer['indexes']> }) {
  return (
    <ul className={classes.indexes}>
      {indexes.map(({ index, url }) => (
        <li key={index}>
          <bdi dir="ltr" className="mono">
            {index}: {url}
          </bdi>
        </li>
      ))}
    </ul>
  );
}
