// Sessions of a user, and revoking them.
import { Button } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserSession } from '@tessera/contract/user-sessions';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ApplicationById } from '../../authentication/applications/application-by-id.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { PagedRows } from '../../kit/paged-rows.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import classes from './block.module.css';
import { Block } from './block.tsx';
import { useDeviceText } from './device-text.ts';
import { aboutUser, sessionsQuery } from './query.ts';
import { beganWidth, usedWidth } from './security-columns.ts';
import { useSecurityPage } from './security-page.ts';

function useEnding(userId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const end = useMutation({
    mutationFn: async (session: UserSession | 'all') => {
      if (session === 'all') await api.management.del('/users/:userId/sessions', { params: { userId } });
      else {
        await api.management.del('/users/:userId/sessions/:sessionId', { params: { userId, sessionId: session.id } });
      }
    },
    onSuccess: (_, session) => {
      toast(session === 'all' ? t('users.sessions.all_ended_toast') : t('users.sessions.ended_toast'));
    },
    // It may have ended by itself. What applications were granted in it ends, too.
    onSettled: () => queryClient.invalidateQueries({ predicate: aboutUser(userId) }),
  });
  const ask = async (session: UserSession | 'all', title: string, text: string) => {
    const agreed = await confirm({ title, text, confirmLabel: t('users.sessions.end'), danger: true });
    if (agreed) end.mutate(session);
  };
  return {
    isPending: end.isPending,
    one: (session: UserSession, name: string) =>
      ask(session, t('users.sessions.end_title', { name }), t('users.sessions.end_text')),
    all: () => ask('all', t('users.sessions.end_all_title'), t('users.sessions.end_all_text')),
  };
}

export function Sessions({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const page = useSecurityPage('sessions');
  const query = useQuery({ ...sessionsQuery(api, userId, page), placeholderData: keepPreviousData });
  const deviceText = useDeviceText();
  const end = useEnding(userId);
  return (
    <Block
      query={query}
      isEmpty={({ total }) => total === 0}
      none={t('users.sessions.none')}
      {...(query.data &&
        query.data.total > 1 && {
          actions: (
            <BusyButton variant="default" busy={end.isPending} onClick={() => void end.all()}>
              {t('users.sessions.end_all')}
            </BusyButton>
          ),
        })}
    >
      {(data) => (
        <PagedRows
          title={t('users.sessions.title')}
          data={data}
          page={page}
          parameter="sessions"
          stale={query.isPlaceholderData}
          columns={[
            {
              key: 'device',
              title: t('users.sessions.device'),
              cell: (session) => <SessionOrigin session={session} device={deviceText(session.userAgent)} />,
            },
            {
              key: 'began',
              title: t('users.sessions.began'),
              width: beganWidth,
              cell: ({ signedInAt }) => <DateText value={signedInAt} />,
            },
            {
              key: 'active',
              title: t('users.sessions.active'),
              width: usedWidth,
              cell: ({ lastActiveAt }) => <DateText value={lastActiveAt} />,
            },
            {
              key: 'actions',
              title: t('general.actions'),
              cell: (session) => (
                <Button
                  variant="subtle"
                  color="red"
                  size="compact-sm"
                  aria-label={t('users.sessions.end_named', { name: deviceText(session.userAgent) })}
                  onClick={() => void end.one(session, deviceText(session.userAgent))}
                >
                  {t('users.sessions.end')}
                </Button>
              ),
            },
          ]}
        />
      )}
    </Block>
  );
}

function SessionOrigin({ session: { userAgent, ip, applications }, device }: { session: UserSession; device: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes.name}>
      <span title={userAgent ?? ''}>{device}</span>
      <span className={`${classes.small} ${classes.list}`}>
        {ip !== null && <bdi>{ip}</bdi>}
        {applications.length > 0 && <span className="visually-hidden">{t('users.sessions.applications')}</span>}
        {applications.map(({ id }) => (
          <ApplicationById key={id} id={id} />
        ))}
      </span>
    </span>
  );
}
