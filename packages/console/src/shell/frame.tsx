// Layout of every signed-in page: top bar, optional sidebar and content.
import { useLocation } from '@tanstack/react-router';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountPreferences } from '../app/preferences.tsx';
import classes from './frame.module.css';

/** Moves the focus to the content after navigation, for keyboard and screen reader users. */
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
  // A fragment in the URL would move the focus again after a reload.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <div className={sidebar ? classes.withSidebar : classes.plain}>
      <AccountPreferences />
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, and only the URL stays as it is */}
      <a className={classes.skip} href="#main" onClick={skip}>
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
