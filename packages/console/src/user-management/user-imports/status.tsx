// Status of an import.
import type { UserImport } from '@tessera/contract/user-imports';
import { useTranslation } from 'react-i18next';
import { StateTag } from '../../kit/state-tag.tsx';

const states = {
  uploading: 'warning',
  checking: 'warning',
  checked: 'warning',
  importing: 'warning',
  finished: 'success',
  failed: 'error',
  cancelled: 'error',
} as const;

export function Status({ status }: Pick<UserImport, 'status'>) {
  const { t } = useTranslation();
  return <StateTag state={states[status]}>{t(`user-imports.statuses.${status}`)}</StateTag>;
}
