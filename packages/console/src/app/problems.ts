// Reports every failure: a toast, an alert, or the end of the session.
import { notifications } from '@mantine/notifications';
import type { i18n, TFunction } from 'i18next';
import { ApiProblem, isAborted, needsSignIn, TimedOut, Unreachable } from './problem.ts';
import { isMissingPart } from './release.ts';
import type { Session } from './session.ts';

export type ProblemHandling = {
  /** The page shows failed first loads itself. */
  panel?: boolean;
  /** Error codes that the caller handles. */
  suppress?: readonly string[];
  /** Statuses that the caller handles, with any code. */
  suppressStatus?: readonly number[];
  /** Show no toast. */
  silent?: boolean;
};
export type Problems = ReturnType<typeof createProblems>;

export function createProblems(session: Session, { t }: i18n) {
  let alert: string | undefined;
  const listeners = new Set<() => void>();
  const setAlert = (message: string | undefined) => {
    alert = message;
    for (const listener of listeners) listener();
  };

  return {
    report(error: unknown, { suppress = [], suppressStatus = [], silent = false }: ProblemHandling = {}) {
      // These are also thrown during rendering, where the error boundary handles them.
      if (needsSignIn(error) || isMissingPart(error) || isAborted(error)) return;
      if (error instanceof ApiProblem) {
        if (error.status === 403 && error.message === 'Insufficient permissions.') {
          void session.signOut();
          return;
        }
        if (error.code === 'auth.forbidden') {
          setAlert(error.message);
          return;
        }
        if (error.code !== undefined && suppress.includes(error.code)) return;
        if (suppressStatus.includes(error.status)) return;
      }
      if (silent) return;
      notifications.show({
        color: 'red',
        message: messageOf(error, t),
        closeButtonProps: { 'aria-label': t('general.close') },
      });
    },
    alert: {
      subscribe(listener: () => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      current: () => alert,
    },
  };
}

/** The message to show for an error. */
export const messageOf = (error: unknown, t: TFunction): string => {
  if (error instanceof Unreachable) return t('errors.unreachable');
  if (error instanceof TimedOut) return t('errors.timed_out');
  const said =
    error instanceof ApiProblem ? [error.message, error.details] : error instanceof Error ? [error.message] : [];
  return said.filter(Boolean).join('\n') || t('errors.unknown_server_error');
};
