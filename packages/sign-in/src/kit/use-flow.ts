// Runs the steps of a flow one at a time, and turns problems into field errors, a message or the error page.
import { useRef, useState } from 'react';
import { Problem } from '../api.ts';
import { type TextKey, useApp } from '../app-context.ts';
import { useExternalSignIn } from '../flows/external-sign-in.ts';
import { factorDemand, isStepBefore, placeOf } from '../flows/factor-demand.ts';
import { isSsoProblem, problemText } from '../problem-text.ts';

/** `code`: of a problem the user can't solve alone. `hasContact`: with a link to the support. */
export type Message = { text: string; code?: string; hasContact?: boolean; retry?: () => void };
/** Our messages stay keys until rendered, so that they follow a language change. */
type TranslatableMessage = Omit<Message, 'text'> & { text: string | { key: TextKey } };
/** Handlers for expected problems, by code. */
export type Expected = Record<string, (problem: Problem) => void>;

/** The interaction has expired and cannot be resumed. */
export const isLost = (code: string) => code === 'session.not_found' || code === 'session.interaction_not_found';

/** Missing profile data that has its own page. */
const continued: Record<string, string> = {
  username: 'username',
  password: 'password',
  email: 'email',
  phone: 'phone',
  emailOrPhone: 'emailOrPhone',
  extraProfile: 'extra-profile',
};

const firstMissing = ({ code, data }: Problem): string | undefined => {
  if (code !== 'user.missing_profile') return undefined;
  const { missingProfile } = (data ?? {}) as { missingProfile?: string[] };
  return missingProfile?.flatMap((name) => continued[name] ?? [])[0];
};

export const useFlow = () => {
  const { t, fail, go, path, store } = useApp();
  const { goToCompany } = useExternalSignIn();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<TranslatableMessage>();

  /** Shows the problem, or returns the steps that resolve it. */
  const explain = (error: unknown, expected: Expected, retry: () => void): (() => Promise<void>) | undefined => {
    const problem = error instanceof Problem ? error : new Problem('', '');
    const handle = expected[problem.code];
    const missing = firstMissing(problem);
    const demand = factorDemand(problem);
    if (handle) handle(problem);
    else if (missing) go(`/continue/${missing}`, { replace: true });
    else if (demand) {
      store.set('mfa', demand);
      go(placeOf(demand), { replace: !isStepBefore(path) });
    } else if (problem.code === 'session.mfa.suggest_passkey') {
      store.set('passkey-offered', true);
      go('/passkey/create', { replace: !isStepBefore(path) });
    } else if (isLost(problem.code)) fail(problem);
    else if (problem.code === 'session.sso_enabled') {
      // The email's domain requires enterprise SSO.
      const { ssoConnectors = [] } = problem.data as { ssoConnectors?: { id: string }[] };
      return () => goToCompany(ssoConnectors.map(({ id }) => id));
    } else if (problem.code === 'network') setShown({ text: { key: 'error.network' }, retry });
    else if (problem.code === 'user.missing_profile') setShown({ text: { key: 'error.missing_profile' } });
    else setShown({ text: problemText(problem), code: problem.code, hasContact: isSsoProblem(problem) });
    return undefined;
  };

  const run = async (steps: () => Promise<void>, expected: Expected = {}): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setShown(undefined);
    let next: (() => Promise<void>) | undefined;
    try {
      await steps();
    } catch (error) {
      next = explain(error, expected, () => run(steps, expected));
    } finally {
      running.current = false;
      setBusy(false);
    }
    if (next) await run(next);
  };
  const message = shown && { ...shown, text: typeof shown.text === 'string' ? shown.text : t(shown.text.key) };
  const tell = (text: TranslatableMessage['text']) => setShown({ text });
  return { run, busy, message, tell };
};
