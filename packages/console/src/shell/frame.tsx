// What every page of a signed-in person has around it: the top bar, a sidebar where there are pages, and the page.
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountPreferences } from '../app/preferences.tsx';
import classes from './frame.module.css';

/** After going to another page, reading goes on there and not at the link that was clicked. */
function usePageFocus() {
  const main = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus();
  }, [path]);
  return main;
}

type Props = { bar: ReactNode; sidebar?: ReactNode; children: ReactNode };

export function Frame({ bar, sidebar, children }: Props) {
  const { t } = useTranslation();
  const main = usePageFocus();
  return (
    <div className={sidebar ? classes.withSidebar : classes.plain}>
      <AccountPreferences />
      <a className={classes.skip} href="#main">
        {t('shell.skip_to_content')}
      </a>
      {bar}
      {sidebar && <div className={classes.sidebar}>{sidebar}</div>}
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <div className={classes.page}>{children}</div>
      </main>
    </div>
  );
}
