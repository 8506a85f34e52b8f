// Who has a role: a few avatars and the count.
import type { RoleWithHolders } from '@tessera/contract/roles';
import { useTranslation } from 'react-i18next';
import { ApplicationIcon } from '../../authentication/applications/application-icon.tsx';
import { Avatar } from '../../kit/avatar.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import classes from './holders-cell.module.css';

export function HoldersCell({ role }: { role: RoleWithHolders }) {
  const { t } = useTranslation();
  const { type, usersCount, featuredUsers, applicationsCount, featuredApplications } = role;
  if (type === 'User') {
    if (usersCount === 0) return <NoValue />;
    return (
      <span className={classes.holders}>
        <span className={classes.faces}>
          {featuredUsers.map(({ id, name, avatar }) => (
            <span key={id} className={classes.face} title={name ?? undefined}>
              <Avatar person={{ name, avatar, username: null, email: null }} size={22} />
            </span>
          ))}
        </span>
        {t('roles.users_count', { count: usersCount })}
      </span>
    );
  }
  if (applicationsCount === 0) return <NoValue />;
  return (
    <span className={classes.holders}>
      <span className={classes.faces}>
        {featuredApplications.map((application) => (
          <span key={application.id} className={`${classes.face} ${classes.application}`} title={application.name}>
            <ApplicationIcon type={application.type} size={12} />
          </span>
        ))}
      </span>
      {t('roles.applications_count', { count: applicationsCount })}
    </span>
  );
}
