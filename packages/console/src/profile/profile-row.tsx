// One thing about a person: what it is, what it says now, and the way to change it.
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
  /** Nothing, or an empty text: it has not been set. */
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

type LinkParts = { to: LinkProps['to']; name: string; children: string };

export function ProfileLink({ to, name, children }: LinkParts) {
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} to={to} aria-label={`${children}: ${name}`} />}>
      {children}
    </Button>
  );
}
