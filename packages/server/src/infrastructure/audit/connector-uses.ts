// Counts the uses of connectors by day, with the last failure.
export type ConnectorFailure = { code: string; reason?: string | undefined };
type Uses = {
  succeeded: number;
  failed: number;
  /** Since the last success. */
  consecutiveFailures: number;
  failure?: ConnectorFailure & { at: Date };
};
/** By day and connector. */
export type ConnectorUses = Map<string, Uses>;

const mostOfReason = 256;
const none: Uses = { succeeded: 0, failed: 0, consecutiveFailures: 0 };

const join = (before: Uses, after: Uses): Uses => {
  const failure = after.failure ?? before.failure;
  return {
    succeeded: before.succeeded + after.succeeded,
    failed: before.failed + after.failed,
    consecutiveFailures: after.consecutiveFailures + (after.succeeded > 0 ? 0 : before.consecutiveFailures),
    ...(failure && { failure }),
  };
};

/** PostgreSQL stores neither NUL nor half a character, which must not fail the whole batch. */
const storable = (text: string) => text.replaceAll('\0', '').slice(0, mostOfReason).toWellFormed();

type Use = { date: string; at: Date; connectorId: string; failure?: ConnectorFailure | undefined };

export const countUse = (uses: ConnectorUses, { date, at, connectorId, failure }: Use) => {
  const name = `${date}/${connectorId}`;
  const use = failure
    ? { succeeded: 0, failed: 1, consecutiveFailures: 1, failure: { ...failure, at } }
    : { ...none, succeeded: 1 };
  uses.set(name, join(uses.get(name) ?? none, use));
};

/** Uses that were counted before these, but could not be written. */
export const addEarlierUses = (uses: ConnectorUses, earlier: ConnectorUses) => {
  for (const [name, before] of earlier) uses.set(name, join(before, uses.get(name) ?? none));
};

export const useRows = (uses: ConnectorUses) =>
  [...uses].map(([name, { succeeded, failed, consecutiveFailures, failure }]) => ({
    date: name.slice(0, 10),
    connector_id: name.slice(11),
    succeeded,
    failed,
    consecutive_failures: consecutiveFailures,
    last_failed_at: failure?.at,
    failure_code: failure?.code,
    failure_reason: failure?.reason && storable(failure.reason),
  }));
