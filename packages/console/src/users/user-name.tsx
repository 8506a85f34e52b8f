// A user as lists show them: picture, what they are called, and how else they are known.
import { IconBan } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { rowLink } from '../kit/list-table.tsx';
import { Tag } from '../kit/tag.tsx';
import { Avatar } from '../shell/avatar.tsx';
import { personOf } from '../shell/user.ts';
import classes from './user-name.module.css';

export type UserFacts = {
  name: string | null;
  username: string | null;
  primaryEmail: string | null;
  primaryPhone: string | null;
  avatar: string | null;
  isSuspended: boolean;
};

const international = (phone: string | null) => (phone === null ? null : `+${phone}`);
const first = (...texts: (string | null)[]) => texts.find((text) => text !== null && text !== '');

export function useUserTitle() {
  const { t } = useTranslation();
  return ({ name, username, primaryEmail, primaryPhone }: UserFacts): string =>
    first(name, username, primaryEmail, international(primaryPhone)) ?? t('shell.anonymous');
}

/** How somebody is known beside their name; nothing where that is all there is to say. */
export const userSubtitle = ({ name, username, primaryEmail, primaryPhone }: UserFacts) =>
  name ? first(username, primaryEmail, international(primaryPhone)) : undefined;

/** With the initial of what they are called. */
export function UserAvatar({ user, size }: { user: UserFacts; size: number }) {
  const person = personOf(user);
  return <Avatar person={{ ...person, name: person.name ?? person.username }} size={size} />;
}

export function SuspendedTag() {
  const { t } = useTranslation();
  return (
    <Tag>
      <IconBan size={12} className={classes.icon} aria-hidden="true" /> {t('users.suspended')}
    </Tag>
  );
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
      {user.isSuspended && <SuspendedTag />}
    </span>
  );
}

/** The same in a list whose rows lead to the pages of its users. */
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
