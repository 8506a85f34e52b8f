// Resends a code after a waiting time, shown by a ring.
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { TextButton } from './button.tsx';
import type { useFlow } from './use-flow.ts';

const wait = 59;

const secondsLeft = (sentAt: number) => Math.min(wait, Math.max(0, Math.ceil(wait - (Date.now() - sentAt) / 1000)));

const Ring = ({ left }: { left: number }) => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden>
    <circle cx="8" cy="8" r="6.5" />
    <circle cx="8" cy="8" r="6.5" pathLength={100} strokeDashoffset={100 - (left / wait) * 100} />
  </svg>
);

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
      <p className="aside resend">
        {left === 0 ? (
          <>
            <span>{t('description.not_received')}</span>
            <TextButton onClick={resend}>{t('action.resend_code')}</TextButton>
          </>
        ) : (
          <>
            <Ring left={left} />
            <span>{t('description.resend_after', { time: `0:${String(left).padStart(2, '0')}` })}</span>
          </>
        )}
      </p>
      <p className="aside" role="status">
        {resent && t('description.code_resent')}
      </p>
    </>
  );
};
