// Creates a personal access token and shows it once.
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { type Days, ExpiryChoice, expiresIn } from '../../authentication/applications/expiry-choice.tsx';
import { SecretDialog } from '../../authentication/applications/secret-dialog.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { tokensQuery } from './query.ts';
import { tokenNameTaken } from './token-name.ts';

export function CreateToken({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const [days, setDays] = useState<Days>('7');
  const create = useMutation({
    mutationFn: (name: string) => {
      const expiresAt = expiresIn(days, Date.now());
      return api.management.post('/users/:userId/personal-access-tokens', {
        params: { userId },
        body: { name, ...(expiresAt !== undefined && { expiresAt }) },
      });
    },
    meta: { suppress: [tokenNameTaken] },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: tokensQuery(api, userId).queryKey }),
  });
  if (create.data) return <NewToken token={create.data} onClose={onClose} />;
  return (
    <SecretDialog
      title={t('users.tokens.create_title')}
      submitLabel={t('general.create')}
      initialName=""
      busy={create.isPending}
      error={create.error}
      taken={{ code: tokenNameTaken, text: t('users.tokens.name_taken') }}
      onSubmit={create.mutate}
      onClose={onClose}
    >
      <ExpiryChoice days={days} onChange={setDays} />
    </SecretDialog>
  );
}

function NewToken({
  token: { name, value },
  onClose,
}: {
  token: { name: string; value: string };
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      onClose={onClose}
      title={t('users.tokens.created_title')}
      // A click outside must not lose a value that cannot be shown again.
      closeOnClickOutside={false}
    >
      <CopyField label={name} description={t('users.tokens.created_text')} value={value} secret />
      <div className="dialog-actions">
        <Button onClick={onClose} data-autofocus>
          {t('users.credentials.done')}
        </Button>
      </div>
    </Dialog>
  );
}
