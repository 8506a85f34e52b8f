// One captured message: its code, text and template values.
import { Button, Skeleton } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { MailboxMessage } from '@tessera/contract/mailbox';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { EmailFrame } from '../../kit/email-frame.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { Facts } from '../../kit/facts.tsx';
import classes from './mailbox.module.css';
import { messageQuery } from './query.ts';

const route = getRouteApi('/signed-in/layout/mailbox/$id');

export function MessageDialog() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = route.useParams();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(messageQuery(api, id));
  return (
    <Dialog
      routed
      size="lg"
      onClose={() => void navigate({ to: '/mailbox', search: true })}
      title={data ? t(`mailbox.kinds.${data.templateType}`) : t('mailbox.message')}
    >
      {data && <Message message={data} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={200} aria-label={t('general.loading')} />}
    </Dialog>
  );
}

function Message({ message }: { message: MailboxMessage }) {
  const { t, i18n } = useTranslation();
  const { recipient, channel, subject, content, contentType, payload, createdAt } = message;
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'medium' });
  return (
    <div className={classes.message}>
      <Facts
        facts={[
          {
            name: t('mailbox.to'),
            value: (
              <>
                <bdi dir="ltr">{recipient}</bdi> ({t(`mailbox.channels.${channel}`)})
              </>
            ),
          },
          { name: t('mailbox.time'), value: time.format(createdAt) },
          subject !== null && { name: t('mailbox.subject'), value: <bdi>{subject}</bdi> },
        ]}
      />
      {typeof payload.code === 'string' && <Code code={payload.code} />}
      <section>
        <h3 className={classes.label}>{t('mailbox.text')}</h3>
        {contentType === 'text/html' ? (
          <EmailFrame html={content} title={subject ?? t('mailbox.text')} />
        ) : (
          <p className={classes.content} dir="auto">
            {content}
          </p>
        )}
      </section>
      <details className={classes.payload}>
        <summary>{t('mailbox.payload')}</summary>
        <pre dir="ltr">{JSON.stringify(payload, null, 2)}</pre>
      </details>
    </div>
  );
}

function Code({ code }: { code: string }) {
  const { t } = useTranslation();
  const { copied, copy } = useClipboard({ timeout: 1500 });
  return (
    <div className={classes.code}>
      <output dir="ltr" aria-label={t('mailbox.code')}>
        {code}
      </output>
      <Button
        h={44}
        fz="md"
        leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}
        onClick={() => copy(code)}
        data-autofocus
      >
        {copied ? t('general.copied') : t('mailbox.copy_code')}
      </Button>
    </div>
  );
}
