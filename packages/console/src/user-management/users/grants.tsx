// Applications with access to a user's account, and revoking it.
import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserGrant } from '@tessera/contract/user-grants';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ApplicationById } from '../../authentication/applications/application-by-id.tsx';
import { userScopeText } from '../../authentication/consent/user-scope-text.ts';
import { useConfirm } from '../../kit/confirm.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { PagedRows } from '../../kit/paged-rows.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import classes from './block.module.css';
import { Block } from './block.tsx';
import { GrantedOrganizations } from './granted-organizations.tsx';
import { aboutUser, grantsQuery } from './query.ts';
import { beganWidth, usedWidth } from './security-columns.ts';
import { useSecurityPage } from './security-page.ts';

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
    // Users consent to a third-party application as a whole, however many grants it holds.
    mutationFn: ({ id: grantId, application: { id: applicationId, isThirdParty } }: UserGrant) =>
      isThirdParty
        ? api.management.del('/users/:userId/granted-applications/:applicationId', {
            params: { userId, applicationId },
          })
        : api.management.del('/users/:userId/grants/:grantId', { params: { userId, grantId } }),
    onSuccess: () => toast(t('users.grants.revoked_toast')),
    // It may have expired. Sessions name the applications, too.
    onSettled: () => queryClient.invalidateQueries({ predicate: aboutUser(userId) }),
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
  const page = useSecurityPage('grants');
  const query = useQuery({ ...grantsQuery(api, userId, page), placeholderData: keepPreviousData });
  const revoke = useRevocation(userId);
  return (
    <Block query={query} isEmpty={({ total }) => total === 0} none={t('users.grants.none')}>
      {(data) => (
        <PagedRows
          title={t('users.grants.title')}
          data={data}
          page={page}
          parameter="grants"
          stale={query.isPlaceholderData}
          columns={[
            {
              key: 'application',
              title: t('users.grants.application'),
              cell: (grant) => <Granted userId={userId} grant={grant} />,
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
      )}
    </Block>
  );
}

function Granted({ userId, grant }: { userId: string; grant: UserGrant }) {
  const { t } = useTranslation();
  const { application, scopes, permissions, organizations } = grant;
  const ofApis = new Set(permissions.map(({ name }) => name));
  const ofUser = scopes.filter((scope) => !implied.includes(scope) && !ofApis.has(scope));
  const allowed = new Set([
    ...ofUser.map((scope) => userScopeText(scope, t)),
    ...permissions.map(({ name, description }) => description || name),
  ]);
  return (
    <div className={classes.name}>
      <ApplicationById id={application.id} />
      <span className={`${classes.small} ${classes.list}`}>
        {allowed.size === 0 ? t('users.grants.only_id') : [...allowed].map((text) => <bdi key={text}>{text}</bdi>)}
      </span>
      {organizations.length > 0 && (
        <GrantedOrganizations
          userId={userId}
          applicationId={application.id}
          applicationName={nameOf(grant)}
          organizations={organizations}
        />
      )}
    </div>
  );
}
