// Groups the steps of a sign-in, sign-up or password reset, and tells how it ended.
import type { LogEntry } from '@tessera/contract/audit-logs';

/** A row of the list: one entry, or the entries of one attempt. Newest first. */
export type LogRow = { id: string; newest: LogEntry; entries: LogEntry[]; attempt?: string };

const events = ['SignIn', 'Register', 'ForgotPassword'] as const;
export type SignInEvent = (typeof events)[number];

export type Outcome = {
  event: SignInEvent;
  result: 'completed' | 'failed' | 'open';
  /** The last failed step, if the attempt failed. */
  cause?: LogEntry;
  /** Verified methods, such as `Password`, in order. */
  methods: string[];
  failedSteps: number;
};

/** An attempt takes the place of its newest entry. */
export const rowsOf = (entries: readonly LogEntry[], isGrouped: boolean): LogRow[] => {
  const byAttempt = new Map<string, LogRow>();
  return entries.flatMap((entry) => {
    const attempt = entry.payload.interactionId;
    if (!isGrouped || attempt === undefined) return [{ id: entry.id, newest: entry, entries: [entry] }];
    const known = byAttempt.get(attempt);
    if (known) {
      known.entries.push(entry);
      return [];
    }
    const row = { id: attempt, newest: entry, entries: [entry], attempt };
    byAttempt.set(attempt, row);
    return [row];
  });
};

const isSuccess = ({ payload }: LogEntry) => payload.result === 'Success';
const eventOf = ({ key }: LogEntry) => events.find((event) => key.startsWith(`Interaction.${event}.`));

/** `steps`: newest first. */
export const outcomeOf = (steps: readonly LogEntry[]): Outcome => {
  const event = steps.map(eventOf).find((one) => one !== undefined) ?? 'SignIn';
  const isCompleted = steps.some((step) => step.key === `Interaction.${event}.Submit` && isSuccess(step));
  const failed = steps.filter((step) => step.key.startsWith('Interaction.') && !isSuccess(step));
  const verified = steps
    .filter(isSuccess)
    .flatMap(({ key }) => /\.Verification\.(\w+)\.Submit$/.exec(key)?.[1] ?? [])
    .toReversed();
  const [cause] = failed;
  return {
    event,
    result: isCompleted ? 'completed' : cause ? 'failed' : 'open',
    ...(cause && !isCompleted && { cause }),
    methods: [...new Set(verified)],
    failedSteps: failed.length,
  };
};
