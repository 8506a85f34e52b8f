// How much connectors were used in the last 30 days, and whether they fail.
import type { ActivityOfConnector } from '@tessera/contract/connector-activity';
import type { Api } from '../../app/api.ts';

/** The lists work without it. */
export const activityQuery = (api: Api) => ({
  ...api.management.query('/connector-activity'),
  staleTime: 10_000,
  meta: { silent: true },
});

export type Activity = Pick<ActivityOfConnector, 'succeeded' | 'failed' | 'lastUsedOn'> & {
  /** The connector with the most failures in a row, if one is failing. */
  failing: ActivityOfConnector | undefined;
};

const latest = (days: readonly (string | null)[]) => days.toSorted().findLast((day) => day !== null) ?? null;

/** The activity of connectors that are shown as one. */
export const activityOf = (
  all: readonly ActivityOfConnector[],
  connectors: readonly { id: string }[],
): Activity | undefined => {
  const found = all.filter(({ id }) => connectors.some((one) => one.id === id));
  if (found.length === 0) return undefined;
  const sum = (count: 'succeeded' | 'failed') => found.reduce((total, one) => total + one[count], 0);
  return {
    succeeded: sum('succeeded'),
    failed: sum('failed'),
    lastUsedOn: latest(found.map(({ lastUsedOn }) => lastUsedOn)),
    failing: worstOf(found),
  };
};

export const worstOf = (all: readonly ActivityOfConnector[]): ActivityOfConnector | undefined =>
  all
    .filter(({ isFailing }) => isFailing)
    .toSorted((one, other) => other.consecutiveFailures - one.consecutiveFailures)[0];
