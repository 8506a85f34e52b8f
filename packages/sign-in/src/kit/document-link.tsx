// External link that keeps the sign-in open: a dialog on phones, a new tab elsewhere.
import type { MouseEvent, ReactNode } from 'react';
import { useApp } from '../app-context.ts';
import { isMobile } from '../theme.ts';

type Props = { href: string | undefined; children: ReactNode };

/** For support links. */
export const NewTab = ({ href, children }: Props) => {
  const { t } = useApp();
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="hidden"> ({t('secondary.new_tab')})</span>
    </a>
  );
};

const OverThePage = ({ href = '', title }: { href: string | undefined; title: string }) => {
  const { t } = useApp();
  const show = (event: MouseEvent) => {
    event.preventDefault();
    const texts = { title, close: t('action.close'), newTab: t('action.open_new_tab') };
    import('./document-dialog.ts').then(
      ({ showDocument }) => showDocument({ address: href, ...texts }),
      () => open(href, '_blank', 'noopener'),
    );
  };
  return (
    <a href={href} aria-haspopup="dialog" onClick={show}>
      {title}
    </a>
  );
};

/** For the terms and the privacy policy. */
export const DocumentLink = ({ href, title }: { href: string | undefined; title: string }) =>
  isMobile() ? <OverThePage href={href} title={title} /> : <NewTab href={href}>{title}</NewTab>;
