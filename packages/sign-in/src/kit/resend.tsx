// Asking for another code, after giving the first one time to arrive.
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { TextButton } from './button.tsx';

const wait = 59;

const secondsLeft = (sentAt: number) => Math.min(wait, Math.max(0, Math.ceil(wait - (Date.now() - sentAt) / 1000)));

export const Resend = ({ sentAt, onSend }: { sentAt: number; onSend: () => void }) => {
  const { t } = useApp();
  const [left, setLeft] = useState(() => secondsLeft(sentAt));
  useEffect(() => {
    setLeft(secondsLeft(sentAt));
    const timer = setInterval(() => setLeft(secondsLeft(sentAt)), 1000);
    return () => clearInterval(timer);
  }, [sentAt]);
  if (left === 0) return <TextButton onClick={onSend}>{t('action.resend_code')}</TextButton>;
  return <span>{t('description.resend_after', { time: `0:${String(left).padStart(2, '0')}` })}</span>;
};
