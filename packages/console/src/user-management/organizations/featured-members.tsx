// Member count with a few avatars.
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/avatar.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import classes from './featured-members.module.css';

type Props = {
  count: number;
  users: readonly { id: string; name: string | null; avatar: string | null }[];
};

export function FeaturedMembers({ count, users }: Props) {
  const { t } = useTranslation();
  if (count === 0) return <NoValue />;
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
