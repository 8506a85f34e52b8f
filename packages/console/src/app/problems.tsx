// Every failure is decided here: sign in again, sign out, an alert, a toast, or the error screen.
import { notifications } from '@mantine/notifications';
import type { i18n, TFunction } from 'i18next';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorScreen } from '../kit/error-screen.tsx';
import { AppLoader } from '../kit/loader.tsx';
import {
  ApiProblem,
  InsecureContext,
  isAborted,
  needsSignIn,
  protocolError,
  TimedOut,
  UnexpectedCallback,
  Unreachable,
} from './problem.ts';
import { isMissingPart } from './release.ts';
import { useServices } from './services.tsx';
import type { Session } from './session.ts';

export type ProblemHandling = {
  /** The page has a place of its own for a failed first load. */
  panel?: boolean;
  /** Codes that the caller deals with. */
  suppress?: readonly string[];
  /** Statuses that the caller deals with, whatever their code. */
  suppressStatus?: readonly number[];
  /** No toast at all. */
  silent?: boolean;
};
// Rarely seen, so not part of the first download.
const Alert = lazy(async () => ({ default: (await import('../kit/alert.tsx')).Alert }));

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
      // Thrown while rendering as well, and answered by the error boundary.
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

/** What to tell a person. */
export const messageOf = (error: unknown, t: TFunction): string => {
  if (error instanceof Unreachable) return t('errors.unreachable');
  if (error instanceof TimedOut) return t('errors.timed_out');
  const said =
    error instanceof ApiProblem ? [error.message, error.details] : error instanceof Error ? [error.message] : [];
  return said.filter(Boolean).join('\n') || t('errors.unknown_server_error');
};

/** Shows the alert that ends the session. */
export function ProblemAlert() {
  const { t } = useTranslation();
  const { problems, session } = useServices();
  const message = useSyncExternalStore(problems.alert.subscribe, problems.alert.current);
  if (message === undefined) return null;
  return (
    <Suspense>
      <Alert title={t('errors.no_access')} message={message} onClose={() => void session.signOut()} />
    </Suspense>
  );
}

/** The session ended while somebody was at work: they sign in again and come back to where they were. */
function SignInAgain() {
  const { session } = useServices();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    session.saveLocation(window.location);
    session.clearTokens();
    session.signIn().catch(setFailure);
  }, [session]);
  return failure === undefined ? <AppLoader /> : <Failure error={failure} />;
}

/** A part of the console is not there: a newer release has it, or nobody can be asked. */
function MissingPart() {
  const { t } = useTranslation();
  const { release } = useServices();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    release.renew().then(
      (isRenewed) => isRenewed || setFailure(t('errors.missing_part')),
      (error: unknown) => setFailure(messageOf(error, t)),
    );
  }, [release, t]);
  if (failure === undefined) return <AppLoader />;
  return <ErrorScreen message={failure} onRetry={() => window.location.reload()} />;
}

const isCallback = () => /[/-]callback$/.test(window.location.pathname);

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { session, settings } = useServices();

  // The code in a callback address works once, so trying again starts from the beginning.
  const retry = () => {
    session.clearTokens();
    if (isCallback()) window.location.assign(`${settings.base}/`);
    else window.location.reload();
  };

  const protocol = protocolError(error);
  const name = error instanceof Error && isCallback() ? error.name : undefined;
  const message =
    error instanceof InsecureContext
      ? t('errors.insecure_context')
      : error instanceof UnexpectedCallback
        ? t('errors.unexpected_callback')
        : (protocol?.description ?? messageOf(error, t));
  const stack = error instanceof Error ? error.stack?.split('\n').slice(1).join('\n') : undefined;
  return <ErrorScreen code={protocol?.code ?? name} message={message} stack={stack} onRetry={retry} />;
}

/** The error boundary of the whole console. A failed callback is never answered by signing in once more. */
export function ProblemScreen({ error }: { error: unknown }) {
  if (isMissingPart(error)) return <MissingPart />;
  return !isCallback() && needsSignIn(error) ? <SignInAgain /> : <Failure error={error} />;
}
