// Copies a text. Hidden if the browser has no clipboard access.
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from './button.tsx';

type Outcome = 'mfa.copied' | 'mfa.copy_failed';

export const useCopy = (text: string) => {
  const [outcome, setOutcome] = useState<Outcome>();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('mfa.copied'),
      () => setOutcome('mfa.copy_failed'),
    );
  return { outcome, copy, isPossible: Boolean(navigator.clipboard) };
};

export const CopyButton = ({ text, label, size }: { text: string; label: string; size?: 'small' }) => {
  const { t } = useApp();
  const { outcome, copy, isPossible } = useCopy(text);
  if (!isPossible) return null;
  const isCopied = outcome === 'mfa.copied';
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <>
      <Button
        kind="secondary"
        {...(size && { size })}
        icon={<Icon size={16} stroke={1.75} aria-hidden />}
        onClick={copy}
      >
        {isCopied ? t('mfa.copied') : label}
      </Button>
      <span className={isCopied ? 'hidden' : 'said'} role="status">
        {outcome && t(outcome)}
      </span>
    </>
  );
};
