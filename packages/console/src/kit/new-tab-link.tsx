// A link in running text that opens another site in a new tab.
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export function NewTabLink({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children} <IconExternalLink size={12} aria-hidden="true" />
      <span className="visually-hidden"> ({t('general.new_tab')})</span>
    </a>
  );
}
