// A user as lists show them: picture, what they are called, and one more thing that tells them apart.
import type { User } from '@tessera/contract/users';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../shell/avatar.tsx';
import { personOf } from '../shell/user.ts';
import classes from './person-name.module.css';
import { Tag } from './tag.tsx';

type Shown = Pick<User, 'name' | 'username' | 'primaryEmail' | 'primaryPhone' | 'avatar' | 'isSuspended'>;

const phoneOf = ({ primaryPhone }: Shown) => (primaryPhone ? `+${primaryPhone}` : undefined);

export const titleOf = (user: Shown, t: TFunction): string =>
  user.name || user.username || user.primaryEmail || phoneOf(user) || t('shell.anonymous');

/** Beside a name, what they sign in with. */
const subtitleOf = (user: Shown) =>
  user.name ? (user.username ?? user.primaryEmail ?? phoneOf(user) ?? undefined) : undefined;

export function PersonName({ user, suffix }: { user: Shown; suffix?: ReactNode }) {
  const { t } = useTranslation();
  const subtitle = subtitleOf(user);
  return (
    <span className={classes.person}>
      <Avatar person={personOf(user)} size={24} />
      <span className={classes.text}>
        <bdi className={classes.title}>{titleOf(user, t)}</bdi>
        {subtitle !== undefined && <bdi className={classes.subtitle}>{subtitle}</bdi>}
      </span>
      {user.isSuspended && <Tag>{t('list.suspended')}</Tag>}
      {suffix}
    </span>
  );
}
