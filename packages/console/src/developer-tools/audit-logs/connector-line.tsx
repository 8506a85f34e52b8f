// Below an event in a list: its connector, and why it failed. In its own chunk, since few rows have one.

import type { LogEntry } from '@tessera/contract/audit-logs';
import { lazy, Suspense } from 'react';
import { useCause } from './explanation.ts';
import classes from './sign-ins.module.css';

const EntryConnector = lazy(async () => ({ default: (await import('./entry-connector.tsx')).EntryConnector }));

export function ConnectorLine({ entry }: { entry: LogEntry }) {
  const cause = useCause()(entry.payload.error);
  if (typeof entry.payload.connectorId !== 'string') return null;
  return (
    <span className={classes.detail}>
      <Suspense>
        <EntryConnector entry={entry} />
      </Suspense>
      {cause !== undefined && (
        <>
          {' · '}
          <bdi>{cause}</bdi>
        </>
      )}
    </span>
  );
}
