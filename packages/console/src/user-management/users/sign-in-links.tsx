// Links that sign a user in once: those that still work, a new one, and revoking them.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserDetails } from '@tessera/contract/users';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirmedAction } from '../../kit/confirmed-action.ts';
import { DateText } from '../../kit/date-text.tsx';
import { Expiry } from '../../kit/expiry.tsx';
import { PagedRows } from '../../kit/paged-rows.tsx';
import classes from './block.module.css';
import { Block } from './block.tsx';
import { CreateSignInLink } from './create-sign-in-link.tsx';
import { passwordLinkQuery, signInLinksKey, signInLinksQuery } from './query.ts';
import { beganWidth, usedWidth } from './security-columns.ts';
import { useSecurityPage } from './security-page.ts';

export function SignInLinks({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const email = user.primaryEmail;
  if (!email) return <p className={classes.none}>{t('users.password_link.no_email')}</p>;
  return <LinksOf user={user} email={email} />;
}

function LinksOf({ user: { id: userId, isSuspended }, email }: { user: UserDetails; email: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const page = useSecurityPage('links');
  const query = useQuery({ ...signInLinksQuery(api, email, page), placeholderData: keepPreviousData });
  const { data: check } = useQuery(passwordLinkQuery(api, userId));
  const [isCreating, setCreating] = useState(false);
  const revoke = useConfirmedAction({
    question: (_id: string) => ({
      title: t('users.sign_in_links.revoke_title'),
      text: t('users.sign_in_links.revoke_text'),
      confirmLabel: t('users.sign_in_links.revoke'),
      danger: true,
    }),
    act: (id) => api.management.put('/one-time-tokens/:id/status', { params: { id }, body: { status: 'revoked' } }),
    doneText: () => t('users.sign_in_links.revoked_toast'),
    onDone: () => queryClient.invalidateQueries({ queryKey: signInLinksKey }),
  });
  // Without a connector, a link can still be copied.
  const refused = check?.problem === 'no_connector' ? undefined : (check?.problem ?? undefined);
  const problem = isSuspended ? 'suspended' : refused;
  return (
    <>
      <Block
        query={query}
        isEmpty={({ total }) => total === 0}
        none={t('users.sign_in_links.none')}
        actions={
          problem ? (
            <p className={classes.none}>{t(`users.password_link.${problem}`)}</p>
          ) : (
            <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
              {t('users.sign_in_links.create')}
            </Button>
          )
        }
      >
        {(data) => (
          <PagedRows
            title={t('users.sign_in_links.title')}
            data={data}
            page={page}
            parameter="links"
            stale={query.isPlaceholderData}
            columns={[
              {
                key: 'email',
                title: t('users.email'),
                cell: (link) => <bdi className={classes.token}>{link.email}</bdi>,
              },
              {
                key: 'created',
                title: t('users.sign_in_links.created'),
                width: beganWidth,
                cell: ({ createdAt }) => <DateText value={createdAt} />,
              },
              {
                key: 'expires',
                title: t('users.sign_in_links.expires'),
                width: usedWidth,
                cell: ({ expiresAt }) => <Expiry value={expiresAt} />,
              },
              {
                key: 'actions',
                title: t('general.actions'),
                cell: ({ id }) => (
                  <Button variant="subtle" color="red" size="compact-sm" onClick={() => revoke.ask(id)}>
                    {t('users.sign_in_links.revoke')}
                  </Button>
                ),
              },
            ]}
          />
        )}
      </Block>
      {isCreating && <CreateSignInLink email={email} onClose={() => setCreating(false)} />}
    </>
  );
}
