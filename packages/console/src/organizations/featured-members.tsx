// How many members an organization has, and the pictures of a few.
import { useTranslation } from 'react-i18next';
import { Avatar } from '../shell/avatar.tsx';
import classes from './featured-members.module.css';

type Props = {
  count: number;
  users: readonly { id: string; name: string | null; avatar: string | null }[];
};

export function FeaturedMembers({ count, users }: Props) {
  const { t } = useTranslation();
  if (count === 0) return <span>–</span>;
  return (
    <span className={classes.members}>
      <span className={classes.pictures}>
        {users.map(({ id, name, avatar }) => (
          <Avatar key={id} person={{ name, avatar, username: null, email: null }} size={22} />
        ))}
      </span>
      {t('organizations.members_count', { count })}
    </span>
  );
}
