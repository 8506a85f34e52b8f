// The frame around every page: top bar, sidebar (a drawer on narrow screens), and the page itself.
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountPreferences } from '../app/preferences.tsx';
import { useServices } from '../app/services.tsx';
import classes from './layout.module.css';
import { sectionsOf } from './sections.ts';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

// Wide screens never need it.
const SidebarDrawer = lazy(async () => ({ default: (await import('./sidebar-drawer.tsx')).SidebarDrawer }));

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

export function Layout() {
  const { t } = useTranslation();
  const { settings } = useServices();
  const [opened, drawer] = useDisclosure();
  const [needed, drawerNeeded] = useDisclosure();
  const toggle = () => {
    drawerNeeded.open();
    drawer.toggle();
  };
  const main = usePageFocus();
  const hasSidebar = sectionsOf(settings.edition).length > 0;

  return (
    <div className={hasSidebar ? classes.withSidebar : classes.plain}>
      <AccountPreferences />
      <a className={classes.skip} href="#main">
        {t('shell.skip_to_content')}
      </a>
      <TopBar {...(hasSidebar && { menu: { opened, onToggle: toggle } })} />
      {hasSidebar && (
        <>
          <div className={classes.sidebar}>
            <Sidebar />
          </div>
          {needed && (
            <Suspense>
              <SidebarDrawer opened={opened} onClose={drawer.close} />
            </Suspense>
          )}
        </>
      )}
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <div className={classes.page}>
          <Outlet />
        </div>
      </main>
    </div>
  );
}
