// Runs the steps of an action one at a time, and turns problems into field errors or a message.
import { useRef, useState } from 'react';
import { Problem } from '../api.ts';
import type { Message } from '../kit/use-flow.ts';
import { signedOut } from './account-api.ts';
import { type AccountKey, useAccount } from './account-context.ts';

/** Handlers for expected problems, by code. */
export type Expected = Record<string, (problem: Problem) => void>;

export const useAction = () => {
  const { t, verify, forgetVerification, endSession } = useAccount();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<{ text: string | { key: AccountKey }; retry?: () => void }>();

  const explain = (error: unknown, expected: Expected, retry: () => void) => {
    const problem = error instanceof Problem ? error : new Problem('', '');
    const handle = expected[problem.code];
    if (handle) handle(problem);
    else if (problem.code === signedOut) endSession();
    else if (problem.code === 'network') setShown({ text: { key: 'error.network' }, retry });
    else setShown({ text: problem.message || { key: 'error.unknown' } });
  };

  const run = async (steps: () => Promise<void>, expected: Expected = {}): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setShown(undefined);
    try {
      await steps();
    } catch (error) {
      explain(error, expected, () => void run(steps, expected));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  /** For sensitive changes. Proof that has expired meanwhile is asked for again, once. */
  const withProof = async (steps: (verificationId: string) => Promise<void>): Promise<void> => {
    const attempt = async () => {
      const verificationId = await verify();
      if (verificationId) await steps(verificationId);
    };
    try {
      await attempt();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'verification_record.permission_denied') throw error;
      forgetVerification();
      await attempt();
    }
  };
  const runVerified = (steps: (verificationId: string) => Promise<void>, expected: Expected = {}): Promise<void> =>
    run(() => withProof(steps), expected);

  const message: Message | undefined = shown && {
    ...shown,
    text: typeof shown.text === 'string' ? shown.text : t(shown.text.key),
  };
  return { run, runVerified, withProof, busy, message, tell: (key: AccountKey) => setShown({ text: { key } }) };
};
