// Applications with access to a user's account, and revoking it.
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserGrant } from '@tessera/contract/user-grants';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ApplicationById } from '../../authentication/applications/application-by-id.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { ListTable } from '../../kit/list-table.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import classes from './block.module.css';
import { Block } from './block.tsx';
import { grantsQuery, sessionsQuery } from './query.ts';
import { beganWidth, usedWidth } from './security-columns.ts';

/** Every grant has them. */
const implied = ['openid', 'offline_access'];
const nameOf = ({ application: { id, name } }: UserGrant) => name ?? id;

function useRevocation(userId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const revoke = useMutation({
    mutationFn: ({ id }: UserGrant) =>
      api.management.del('/users/:userId/grants/:grantId', { params: { userId, grantId: id } }),
    onSuccess: () => toast(t('users.grants.revoked_toast')),
    // It may have expired. Sessions name the applications, too.
    onSettled: () =>
      Promise.all(
        [grantsQuery(api, userId), sessionsQuery(api, userId)].map(({ queryKey }) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
  return async (grant: UserGrant) => {
    const title = t('users.grants.revoke_title', { name: nameOf(grant) });
    const text = t(grant.application.isThirdParty ? 'users.grants.revoke_text' : 'users.grants.revoke_own_text');
    if (await confirm({ title, text, confirmLabel: t('users.grants.revoke'), danger: true })) revoke.mutate(grant);
  };
}

export function Grants({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const query = useQuery(grantsQuery(api, userId));
  const revoke = useRevocation(userId);
  const hidden = query.data ? query.data.total - query.data.items.length : 0;
  return (
    <Block query={query} isEmpty={({ total }) => total === 0} none={t('users.grants.none')}>
      {({ items }) => (
        <>
          <ListTable
            title={t('users.grants.title')}
            items={items}
            rowKey={({ id }) => id}
            stale={false}
            columns={[
              {
                key: 'application',
                title: t('users.grants.application'),
                cell: (grant) => <Granted grant={grant} />,
              },
              {
                key: 'granted',
                title: t('users.grants.granted'),
                width: beganWidth,
                cell: ({ grantedAt }) => <DateText value={grantedAt} />,
              },
              {
                key: 'expires',
                title: t('users.grants.expires'),
                width: usedWidth,
                cell: ({ expiresAt }) => <DateText value={expiresAt} />,
              },
              {
                key: 'actions',
                title: t('general.actions'),
                cell: (grant) => (
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    aria-label={t('users.grants.revoke_named', { name: nameOf(grant) })}
                    onClick={() => void revoke(grant)}
                  >
                    {t('users.grants.revoke')}
                  </Button>
                ),
              },
            ]}
          />
          {hidden > 0 && <p className={classes.none}>{t('list.and_more', { number: hidden })}</p>}
        </>
      )}
    </Block>
  );
}

function Granted({ grant: { application, scopes } }: { grant: UserGrant }) {
  const { t } = useTranslation();
  const shown = scopes.filter((scope) => !implied.includes(scope));
  return (
    <span className={classes.name}>
      <ApplicationById id={application.id} />
      <span className={`${classes.small} ${classes.list}`}>
        {shown.length === 0 ? t('users.grants.only_id') : shown.map((scope) => <bdi key={scope}>{scope}</bdi>)}
      </span>
    </span>
  );
}
