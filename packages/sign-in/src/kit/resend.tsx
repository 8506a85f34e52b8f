// Asking for another code, after giving the first one time to arrive.
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { TextButton } from './button.tsx';
import type { useFlow } from './use-flow.ts';

const wait = 59;

const secondsLeft = (sentAt: number) => Math.min(wait, Math.max(0, Math.ceil(wait - (Date.now() - sentAt) / 1000)));

type Props = { sentAt: number; run: ReturnType<typeof useFlow>['run']; send: () => Promise<void> };

export const Resend = ({ sentAt, run, send }: Props) => {
  const { t } = useApp();
  const [resent, setResent] = useState(false);
  const [left, setLeft] = useState(() => secondsLeft(sentAt));
  useEffect(() => {
    setLeft(secondsLeft(sentAt));
    const timer = setInterval(() => setLeft(secondsLeft(sentAt)), 1000);
    return () => clearInterval(timer);
  }, [sentAt]);
  const resend = () => {
    setResent(false);
    return run(async () => {
      await send();
      setResent(true);
    });
  };
  return (
    <>
      <p className="aside">
        {left === 0 ? (
          <TextButton onClick={resend}>{t('action.resend_code')}</TextButton>
        ) : (
          t('description.resend_after', { time: `0:${String(left).padStart(2, '0')}` })
        )}
      </p>
      <p className="aside" role="status">
        {resent && t('description.code_resent')}
      </p>
    </>
  );
};
