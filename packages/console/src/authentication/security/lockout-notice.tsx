// Says that a user is locked out after failed attempts, with unlocking.
import type { LockedUser } from '@tessera/contract/sentinel-activities';
import { Trans, useTranslation } from 'react-i18next';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Moment } from '../../kit/moment.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useUnlock } from './use-unlock.ts';

export function LockoutNotice({ locked: { userId, lockedUntil } }: { locked: LockedUser }) {
  const { t } = useTranslation();
  const unlock = useUnlock();
  return (
    <Notice
      severity="warning"
      actions={
        <BusyButton size="compact-sm" variant="default" busy={unlock.isPending} onClick={() => unlock.mutate([userId])}>
          {t('security.unlock.confirm')}
        </BusyButton>
      }
    >
      <Trans t={t} i18nKey="security.locked.notice" components={{ time: <Moment value={lockedUntil} short /> }} />
    </Notice>
  );
}
