// Users who are locked out, with unlocking.
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { LockedUser } from '@tessera/contract/sentinel-activities';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { Moment } from '../../kit/moment.tsx';
import { UserLink, useUserTitle } from '../../user-management/users/user-name.tsx';
import { lockedUsersQuery } from './locked-users-query.ts';
import classes from './security.module.css';
import { UnlockDialog } from './unlock-dialog.tsx';
import { useUnlock } from './use-unlock.ts';

const route = getRouteApi('/signed-in/layout/security/general');

function UnlockButton({ item: { userId, user } }: { item: LockedUser }) {
  const { t } = useTranslation();
  const name = useUserTitle()(user);
  const unlock = useUnlock();
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t('security.locked.unlock_user', { name })}
      onClick={() => unlock.mutate([userId])}
    >
      {t('security.unlock.confirm')}
    </Button>
  );
}

export function LockedUsers() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const [isUnlocking, setUnlocking] = useState(false);
  const query = useQuery({ ...lockedUsersQuery(api, search), placeholderData: keepPreviousData });
  return (
    <section className={classes.locked}>
      <div className={classes.lockedHead}>
        <div>
          <h2>{t('security.locked.title')}</h2>
          <p>{t('security.locked.text')}</p>
        </div>
        <Button variant="default" onClick={() => setUnlocking(true)}>
          {t('security.general.unlock')}
        </Button>
      </div>
      <ListSection
        title={t('security.locked.title')}
        search={search}
        query={query}
        rowKey={({ userId }) => userId}
        columns={[
          {
            key: 'user',
            title: t('security.locked.user'),
            cell: ({ userId, user }) => <UserLink user={{ id: userId, ...user }} />,
          },
          {
            key: 'until',
            title: t('security.locked.until'),
            width: '30%',
            cell: ({ lockedUntil }) => <Moment value={lockedUntil} short />,
          },
          {
            key: 'unlock',
            title: t('security.locked.actions'),
            width: '20%',
            cell: (item) => <UnlockButton item={item} />,
          },
        ]}
        empty={<p className={classes.none}>{t('security.locked.none')}</p>}
      />
      {isUnlocking && <UnlockDialog onClose={() => setUnlocking(false)} />}
    </section>
  );
}
