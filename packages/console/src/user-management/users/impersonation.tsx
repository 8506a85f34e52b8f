// Creates a subject token to act as a user, with a reason for the audit log, and shows how to exchange it.
import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { UserDetails } from '@tessera/contract/users';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { checkRequired } from '../../kit/required-text.ts';
import { CodeBlock } from './code-block.tsx';
import classes from './details.module.css';
import { useUserTitle } from './user-name.tsx';

const longestReason = 256;

export function Impersonation({ user, onClose }: { user: UserDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const name = useUserTitle()(user);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const create = useMutation({
    mutationFn: () => api.management.post('/subject-tokens', { body: { userId: user.id, reason: reason.trim() } }),
  });
  if (create.data) return <NewSubjectToken token={create.data.subjectToken} onClose={onClose} />;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = checkRequired(reason, longestReason, t);
    setProblem(found);
    if (found === undefined && !create.isPending) create.mutate();
  };
  return (
    <Dialog onClose={onClose} title={t('users.impersonation.title', { name })}>
      <form onSubmit={submit} noValidate>
        <p className={classes.text}>{t('users.impersonation.text')}</p>
        <Textarea
          mt="md"
          label={t('users.impersonation.reason')}
          description={t('users.impersonation.reason_hint')}
          withAsterisk
          autosize
          minRows={2}
          dir="auto"
          value={reason}
          error={problem}
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setProblem(undefined);
          }}
          data-autofocus
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={create.isPending}>
            {t('users.impersonation.submit')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}

const exchangeRequest = (endpoint: string) =>
  [
    `curl '${endpoint}/oidc/token'`,
    '-u "$CLIENT_ID:$CLIENT_SECRET"',
    '-d grant_type=urn:ietf:params:oauth:grant-type:token-exchange',
    '-d subject_token="$SUBJECT_TOKEN"',
    '-d subject_token_type=urn:ietf:params:oauth:token-type:access_token',
    "-d scope='openid profile'",
  ].join(' \\\n  ');

function NewSubjectToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { settings } = useServices();
  return (
    <Dialog
      onClose={onClose}
      title={t('users.impersonation.created')}
      // A click outside must not lose a value that cannot be shown again.
      closeOnClickOutside={false}
      size="lg"
    >
      <div className={classes.panel}>
        <CopyField
          label={t('users.impersonation.token')}
          description={t('users.impersonation.token_text')}
          value={token}
          secret
        />
        <div className={classes.block}>
          <CodeBlock title={t('users.impersonation.curl')} text={exchangeRequest(settings.tenantEndpoint)} />
          <p className={classes.text}>{t('users.impersonation.curl_text')}</p>
        </div>
      </div>
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('users.credentials.done')}
        </Button>
      </div>
    </Dialog>
  );
}
