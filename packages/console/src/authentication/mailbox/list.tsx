// Captured messages, newest first. Polls for new ones.
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { Tag } from '../../kit/tag.tsx';
import { MailboxIllustration } from './illustration.tsx';
import classes from './mailbox.module.css';
import { mailboxStatusQuery, messagesKey, messagesQuery } from './query.ts';
import { Recipient } from './recipient.tsx';

const route = getRouteApi('/signed-in/layout/mailbox');

/** Users watch this page for their codes. React Query pauses polling in the background. */
const refetchInterval = 3000;

function useClearing() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const clear = useMutation({
    mutationFn: () => api.management.del('/mailbox/messages'),
    onSuccess: () => {
      toast(t('mailbox.cleared'));
      void queryClient.invalidateQueries({ queryKey: messagesKey });
    },
  });
  return async () => {
    const agreed = await confirm({
      title: t('mailbox.clear_title'),
      text: t('mailbox.clear_text'),
      confirmLabel: t('mailbox.clear'),
      danger: true,
    });
    if (agreed) clear.mutate();
  };
}

/** Older messages stay readable after a connector has been set up. */
function Closed() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data } = useQuery(mailboxStatusQuery(api));
  if (!data || data.email || data.sms) return null;
  return (
    <div className={classes.notice}>
      <Notice>{t('mailbox.closed')}</Notice>
    </div>
  );
}

export function MessageList() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...messagesQuery(api, search), placeholderData: keepPreviousData, refetchInterval });
  const clear = useClearing();
  const hasMessages = query.data !== undefined && (query.data.total > 0 || search.keyword !== undefined);
  return (
    <>
      <ListPage
        title={t('mailbox.title')}
        subtitle={t('mailbox.subtitle')}
        searchLabel={t('mailbox.search')}
        search={search}
        query={query}
        tabs={<Closed />}
        actions={
          hasMessages && (
            <Button variant="default" leftSection={<IconTrash size={14} />} onClick={() => void clear()}>
              {t('mailbox.clear')}
            </Button>
          )
        }
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'recipient',
            title: t('mailbox.recipient'),
            width: '30%',
            cell: (message) => <Recipient message={message} />,
          },
          {
            key: 'kind',
            title: t('mailbox.kind'),
            width: '18%',
            cell: ({ templateType }) => <Tag>{t(`mailbox.kinds.${templateType}`)}</Tag>,
          },
          {
            key: 'text',
            title: t('mailbox.text'),
            width: '38%',
            cell: ({ subject, content }) => (
              <span className={classes.excerpt} dir="auto">
                {subject ?? content}
              </span>
            ),
          },
          {
            key: 'time',
            title: t('mailbox.time'),
            width: '14%',
            cell: ({ createdAt }) => <DateText value={createdAt} />,
          },
        ]}
        empty={
          <EmptyState
            illustration={<MailboxIllustration />}
            title={t('mailbox.empty_title')}
            text={t('mailbox.empty_text')}
          />
        }
      />
      <Outlet />
    </>
  );
}
