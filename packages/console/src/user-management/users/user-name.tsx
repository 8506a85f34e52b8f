// A user as lists show them: picture, what they are called, and how else they are known.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/avatar.tsx';
import { formatPhone } from '../../kit/format-phone.ts';
import { rowLink } from '../../kit/list-table.tsx';
import { personOf } from '../../kit/person.ts';
import classes from './user-name.module.css';
import { UserStatus } from './user-status.tsx';

export type UserFacts = {
  name: string | null;
  username: string | null;
  primaryEmail: string | null;
  primaryPhone: string | null;
  avatar: string | null;
  isSuspended: boolean;
};

const international = (phone: string | null) => (phone === null ? null : formatPhone(phone));
const first = (...texts: (string | null)[]) => texts.find((text) => text !== null && text !== '');

export function useUserTitle() {
  const { t } = useTranslation();
  return ({ name, username, primaryEmail, primaryPhone }: UserFacts): string =>
    first(name, username, primaryEmail, international(primaryPhone)) ?? t('shell.anonymous');
}

/** Another identifier besides the name, if any. */
export const userSubtitle = ({ name, username, primaryEmail, primaryPhone }: UserFacts) =>
  name ? first(username, primaryEmail, international(primaryPhone)) : undefined;

/** With the initial of the title. */
export function UserAvatar({ user, size }: { user: UserFacts; size: number }) {
  const person = personOf(user);
  return <Avatar person={{ ...person, name: person.name ?? person.username }} size={size} />;
}

type Props = { user: UserFacts; render?: (title: string) => ReactNode };

export function UserName({ user, render = (title) => title }: Props) {
  const title = useUserTitle()(user);
  const subtitle = userSubtitle(user);
  return (
    <span className={classes.user}>
      <UserAvatar user={user} size={24} />
      <span className={classes.about}>
        <bdi className={classes.title}>{render(title)}</bdi>
        {subtitle !== undefined && <bdi className={classes.subtitle}>{subtitle}</bdi>}
      </span>
      {user.isSuspended && <UserStatus isSuspended />}
    </span>
  );
}

/** The same, linked to the user's page. */
export function UserLink({ user }: { user: UserFacts & { id: string } }) {
  return (
    <UserName
      user={user}
      render={(title) => (
        <Link to="/users/$id/settings" params={{ id: user.id }} className={rowLink}>
          {title}
        </Link>
      )}
    />
  );
}
