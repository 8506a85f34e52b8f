// Top bar: tenant, palette, help and user menu.
import { ActionIcon, Burger, Tooltip } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { Logo } from '../kit/logo.tsx';
import { TenantSwitcher } from '../platform/tenants/tenant-switcher.tsx';
import { HelpButton } from './help-button.tsx';
import { PaletteButton } from './palette/palette-button.tsx';
import classes from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';
import { Version } from './version.tsx';

type Props = {
  /** The page belongs to a tenant. */
  tenant?: boolean;
  menu?: { opened: boolean; onToggle: () => void };
};

function useScrolled() {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const look = () => setScrolled(window.scrollY > 0);
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return scrolled;
}

export function TopBar({ tenant = false, menu }: Props) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const scrolled = useScrolled();
  return (
    <header className={classes.bar} data-scrolled={scrolled || undefined}>
      {menu && (
        <Burger
          className={classes.burger}
          size="sm"
          opened={menu.opened}
          onClick={menu.onToggle}
          aria-label={t('shell.open_menu')}
          aria-expanded={menu.opened}
        />
      )}
      <div className={classes.start}>
        <Link to="/" className={classes.home} aria-label={t('general.product')}>
          <Logo size={22} />
          <span className={classes.product}>{t('general.product')}</span>
        </Link>
        {tenant && (settings.capabilities.hasManyTenants ? <TenantSwitcher /> : <ConsoleTitle />)}
      </div>
      {tenant && <PaletteButton />}
      <div className={classes.end}>
        <Tooltip label={t('shell.docs')}>
          <ActionIcon
            component="a"
            href={settings.help.docs}
            target="_blank"
            rel="noopener"
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('shell.docs_new_tab')}
          >
            <IconBook size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <HelpButton />
        <UserMenu />
      </div>
    </header>
  );
}

function ConsoleTitle() {
  const { t } = useTranslation();
  return (
    <div className={classes.title}>
      <span className={classes.console}>{t('shell.console')}</span>
      <Version />
    </div>
  );
}
