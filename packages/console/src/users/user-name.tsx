// A user as lists show them: picture, what they are called, and how else they are known.
import { IconBan } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tag } from '../kit/tag.tsx';
import { Avatar } from '../shell/avatar.tsx';
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

export function UserName({ user }: { user: UserFacts }) {
  const { t } = useTranslation();
  const title = useUserTitle()(user);
  const { name, username, primaryEmail, primaryPhone, avatar, isSuspended } = user;
  const subtitle = name ? first(username, primaryEmail, international(primaryPhone)) : undefined;
  return (
    <span className={classes.user}>
      <Avatar person={{ name, username, email: primaryEmail, avatar }} size={24} />
      <span className={classes.about}>
        <bdi className={classes.title}>{title}</bdi>
        {subtitle !== undefined && <bdi className={classes.subtitle}>{subtitle}</bdi>}
      </span>
      {isSuspended && (
        <Tag>
          <IconBan size={12} className={classes.icon} aria-hidden="true" /> {t('users.suspended')}
        </Tag>
      )}
    </span>
  );
}
