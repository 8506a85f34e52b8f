// Runs the steps of a flow: once at a time, with its problems sorted into field errors, a message, or the error page.
import { useRef, useState } from 'react';
import { Problem } from '../api.ts';
import { useApp } from '../app-context.ts';

export type Message = { text: string; retry?: () => void };
/** What a flow does about the problems it expects, by their code. */
export type Expected = Record<string, (problem: Problem) => void>;

/** The sign-in is over for the server, and nothing on these pages can bring it back. */
export const isLost = (code: string) => code === 'session.not_found' || code === 'session.interaction_not_found';

export const useFlow = () => {
  const { t, fail } = useApp();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<Message>();

  const explain = (error: unknown, expected: Expected, retry: () => void) => {
    const problem = error instanceof Problem ? error : new Problem('', '');
    const handle = expected[problem.code];
    if (handle) handle(problem);
    else if (isLost(problem.code)) fail(problem);
    else if (problem.code === 'network') setMessage({ text: t('error.network'), retry });
    else if (problem.code === 'user.missing_profile') setMessage({ text: t('error.missing_profile') });
    else setMessage({ text: problem.message || t('error.unknown') });
  };

  const run = async (steps: () => Promise<void>, expected: Expected = {}) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setMessage(undefined);
    try {
      await steps();
    } catch (error) {
      explain(error, expected, () => run(steps, expected));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { run, busy, message };
};
