import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';

export function UserStatus({ isSuspended, framed = false }: { isSuspended: boolean; framed?: boolean }) {
  const { t } = useTranslation();
  return (
    <StateTag state={isSuspended ? 'error' : 'success'} framed={framed}>
      {isSuspended ? t('users.statuses.suspended') : t('users.statuses.active')}
    </StateTag>
  );
}
