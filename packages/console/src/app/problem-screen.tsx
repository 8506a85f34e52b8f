// The screens for failures: signing in again, the error screen, and the alert that ends the session.
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorScreen } from '../kit/error-screen.tsx';
import { AppLoader } from '../kit/loader.tsx';
import { InsecureContext, needsSignIn, protocolError, UnexpectedCallback } from './problem.ts';
import { messageOf } from './problems.ts';
import { isMissingPart } from './release.ts';
import { useServices } from './services.tsx';

// Rarely shown, so kept out of the initial bundle.
const Alert = lazy(async () => ({ default: (await import('../kit/alert.tsx')).Alert }));

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

/** The session expired: sign in again and return to the same page. */
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

/** A chunk of the console failed to load: either there is a newer release or the server is unreachable. */
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

  // The authorization code works only once, so a retry starts a new sign-in.
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

/** Error boundary of the whole console. A failed callback never starts another sign-in by itself, to avoid loops. */
export function ProblemScreen({ error }: { error: unknown }) {
  if (isMissingPart(error)) return <MissingPart />;
  return !isCallback() && needsSignIn(error) ? <SignInAgain /> : <Failure error={error} />;
}
