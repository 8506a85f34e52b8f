// Copies a text, and says so. Where the browser lets no page write to the clipboard there is no button.
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { Button } from '../kit/button.tsx';

export const CopyButton = ({ text, label }: { text: string; label: string }) => {
  const { t } = useApp();
  const [said, setSaid] = useState<'mfa.copied' | 'mfa.copy_failed'>();
  if (!navigator.clipboard) return null;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('mfa.copied'),
      () => setSaid('mfa.copy_failed'),
    );
  return (
    <>
      <Button kind="secondary" onClick={copy}>
        {label}
      </Button>
      <span className="said" role="status">
        {said && t(said)}
      </span>
    </>
  );
};
