// A link out of the app, in a new tab so that the sign-in is not lost.
import type { ReactNode } from 'react';
import { useApp } from '../app-context.ts';

export const DocumentLink = ({ href, children }: { href: string | undefined; children: ReactNode }) => {
  const { t } = useApp();
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="hidden"> ({t('secondary.new_tab')})</span>
    </a>
  );
};
