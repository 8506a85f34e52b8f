// Status of a bulk action.
import type { UserBulkAction } from '@tessera/contract/user-bulk-actions';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';

const states = { running: 'warning', finished: 'success', cancelled: 'error' } as const;

export function ActionStatus({ status, framed = false }: Pick<UserBulkAction, 'status'> & { framed?: boolean }) {
  const { t } = useTranslation();
  return (
    <StateTag state={states[status]} framed={framed}>
      {t(`user-bulk-actions.statuses.${status}`)}
    </StateTag>
  );
}
