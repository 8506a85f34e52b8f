// Whether a user has a password, and resetting it.
import type { UserDetails } from '@tessera/contract/users';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../../kit/busy-button.tsx';
import classes from './block.module.css';
import { usePasswordReset } from './password-reset.tsx';

export function PasswordRow({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const { label, busy, ask, card } = usePasswordReset(user);
  return (
    <div className={classes.block}>
      <h3 className={classes.title}>{t('users.password')}</h3>
      <div className={classes.row}>
        <span>{user.hasPassword ? t('users.security.password_set') : t('users.security.password_missing')}</span>
        <BusyButton variant="default" busy={busy} onClick={ask}>
          {label}
        </BusyButton>
      </div>
      {card}
    </div>
  );
}
