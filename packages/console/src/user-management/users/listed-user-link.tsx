// A user in the list. The email is shown below the name if it has no column.
import { Link } from '@tanstack/react-router';
import { Highlight } from '../../kit/highlight.tsx';
import { rowLink } from '../../kit/list-table.tsx';
import classes from './user-name.module.css';
import { UserAvatar, type UserFacts, useUserTitle } from './user-name.tsx';

type Props = { user: UserFacts & { id: string }; keyword: string | undefined };

export function ListedUserLink({ user, keyword }: Props) {
  const title = useUserTitle()(user);
  const { primaryEmail } = user;
  return (
    <span className={classes.user}>
      <UserAvatar user={user} size={24} />
      <span className={classes.about}>
        <bdi className={classes.title} title={title}>
          <Link to="/users/$id/settings" params={{ id: user.id }} className={rowLink}>
            <Highlight text={title} part={keyword ?? ''} />
          </Link>
        </bdi>
        {primaryEmail !== null && primaryEmail !== title && (
          <bdi className={keyword === undefined ? classes.moved : classes.subtitle}>
            <Highlight text={primaryEmail} part={keyword ?? ''} />
          </bdi>
        )}
      </span>
    </span>
  );
}
