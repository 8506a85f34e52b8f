// Sends a test message with unsaved changes.
import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { emailPattern } from '@tessera/contract/email-pattern';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { fieldIssues } from '../../kit/field-issues.ts';
import { Notice } from '../../kit/notice.tsx';
import classes from './message-templates.module.css';
import { draftOf, type TemplateDraft } from './preview-pane.tsx';
import type { ChannelStatus } from './query.ts';

type Props = { draft: TemplateDraft; status: ChannelStatus | undefined; onClose: () => void };

export function TestDialog({ draft, status, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [to, setTo] = useState('');
  const [invalid, setInvalid] = useState<string>();
  const { channel } = draft.template;
  const isEmail = channel === 'Email';
  const isCaptured = status?.delivery === 'mailbox';
  const test = useMutation({
    mutationFn: (recipient: string) =>
      api.management.post('/message-templates/test', {
        body: { ...draftOf(draft), ...(isEmail ? { email: recipient } : { phone: recipient }) },
      }),
    // The error is shown here.
    meta: { silent: true },
    onError: (error) =>
      setInvalid(fieldIssues(error).find(({ path }) => path[0] === 'email' || path[0] === 'phone')?.message),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    // Also a submit event of the form around the dialog.
    event.stopPropagation();
    const recipient = isEmail ? to.trim() : to.replace(/\D/g, '');
    const isValid = isEmail ? emailPattern.test(recipient) : recipient.length >= 5;
    setInvalid(isValid ? undefined : t(`message-templates.test.invalid_${channel}`));
    if (isValid && !test.isPending) test.mutate(recipient);
  };
  return (
    <Dialog title={t(`message-templates.test.open_${channel}`)} onClose={onClose} unsaved={false}>
      <form className={classes.test} onSubmit={send} noValidate>
        <p>{t(isCaptured ? 'message-templates.test.captured' : 'message-templates.test.sent')}</p>
        <TextInput
          label={t(`message-templates.test.to_${channel}`)}
          type={isEmail ? 'email' : 'tel'}
          dir="ltr"
          value={to}
          error={invalid}
          data-autofocus
          onChange={({ currentTarget: { value } }) => {
            setTo(value);
            setInvalid(undefined);
            test.reset();
          }}
        />
        {test.isSuccess && (
          <Notice severity="success" urgent>
            {isCaptured ? (
              <>
                {t('message-templates.test.in_mailbox')}{' '}
                <Link to="/mailbox">{t('message-templates.test.open_mailbox')}</Link>
              </>
            ) : (
              t('message-templates.test.done')
            )}
          </Notice>
        )}
        {test.isError && invalid === undefined && (
          <Notice severity="error" urgent>
            {messageOf(test.error, t)}
          </Notice>
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.close')}
          </Button>
          <BusyButton type="submit" busy={test.isPending}>
            {t('message-templates.test.send')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
