// The bar at the top of every page.
import { Burger } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { Logo } from '../kit/logo.tsx';
import classes from './top-bar.module.css';
import { UserMenu } from './user-menu.tsx';

type Props = { menu?: { opened: boolean; onToggle: () => void } };

export function TopBar({ menu }: Props) {
  const { t } = useTranslation();
  const { settings } = useServices();
  return (
    <header className={classes.bar}>
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
      <Link to="/" className={classes.home}>
        <Logo size={22} />
        {t('general.product')}
      </Link>
      {settings.edition === 'oss' && (
        <span className={classes.version} dir="ltr">
          v{settings.version}
        </span>
      )}
      <div className={classes.end}>
        <UserMenu />
      </div>
    </header>
  );
}
