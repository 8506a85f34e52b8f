// Runs the steps of a flow: once at a time, with its problems sorted into field errors, a message, or the error page.
import { useRef, useState } from 'react';
import { Problem } from '../api.ts';
import { type TextKey, useApp } from '../app-context.ts';
import { factorDemand, isStepBefore, placeOf } from '../flows/factor-demand.ts';
import { useElsewhere } from '../flows/go-elsewhere.ts';

export type Message = { text: string; retry?: () => void };
/** Our own words stay a key until they are shown: they follow when the person changes the language. */
type Told = { text: string | { key: TextKey }; retry?: () => void };
/** What a flow does about the problems it expects, by their code. */
export type Expected = Record<string, (problem: Problem) => void>;

/** The sign-in is over for the server, and nothing on these pages can bring it back. */
export const isLost = (code: string) => code === 'session.not_found' || code === 'session.interaction_not_found';

/** What may be missing in a profile and has a page where it can be added. */
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
  const { goToCompany } = useElsewhere();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<Told>();

  /** Says what is wrong, or answers the steps that lead on. */
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
    } else if (isLost(problem.code)) fail(problem);
    else if (problem.code === 'session.sso_enabled') {
      // The address belongs to a company: there is no other way than its own.
      const { ssoConnectors = [] } = problem.data as { ssoConnectors?: { id: string }[] };
      return () => goToCompany(ssoConnectors.map(({ id }) => id));
    } else if (problem.code === 'network') setTold({ text: { key: 'error.network' }, retry });
    else if (problem.code === 'user.missing_profile') setTold({ text: { key: 'error.missing_profile' } });
    else setTold({ text: problem.message || { key: 'error.unknown' } });
    return undefined;
  };

  const run = async (steps: () => Promise<void>, expected: Expected = {}): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setTold(undefined);
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
  const message = told && { ...told, text: typeof told.text === 'string' ? told.text : t(told.text.key) };
  const tell = (text: Told['text']) => setTold({ text });
  return { run, busy, message, tell };
};
