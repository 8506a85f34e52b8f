// One profile field with its value and action.
import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './profile-row.module.css';

export function ProfileRows({ children }: { children: ReactNode }) {
  return <dl className={classes.rows}>{children}</dl>;
}

type Props = {
  name: string;
  /** Nothing or an empty string means not set. */
  value: ReactNode;
} & ({ action: string; onClick: () => void } | { action: ReactNode; onClick?: undefined });

export function ProfileRow({ name, value, action, onClick }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.row}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.value}>
        {typeof value === 'string' && value !== '' ? (
          <bdi>{value}</bdi>
        ) : (
          value || <span className={classes.unset}>{t('profile.not_set')}</span>
        )}
      </dd>
      <dd className={classes.action}>
        {onClick ? (
          <Button variant="default" aria-label={`${action}: ${name}`} onClick={onClick}>
            {action}
          </Button>
        ) : (
          action
        )}
      </dd>
    </div>
  );
}

type ProfileLinkProps = { to: LinkProps['to']; search?: LinkProps['search']; name: string; children: string };

export function ProfileLink({ to, search, name, children }: ProfileLinkProps) {
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link {...props} to={to} aria-label={`${children}: ${name}`} {...(search !== undefined && { search })} />
      )}
    >
      {children}
    </Button>
  );
}
