// Creates a secret with an optional expiry.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { type Days, ExpiryChoice, expiresIn } from './expiry-choice.tsx';
import { secretsQuery } from './query.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { nameTaken } from './secret-name.ts';

export function CreateSecret({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [days, setDays] = useState<Days>('never');

  const create = useMutation({
    mutationFn: (name: string) => {
      const expiresAt = expiresIn(days, Date.now());
      return api.management.post('/applications/:id/secrets', {
        params: { id },
        body: { name, ...(expiresAt !== undefined && { expiresAt }) },
      });
    },
    meta: { suppress: [nameTaken] },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: secretsQuery(api, id).queryKey });
      toast(t('applications.secrets.created_toast'));
      onClose();
    },
  });

  return (
    <SecretDialog
      title={t('applications.secrets.create_title')}
      submitLabel={t('general.create')}
      initialName=""
      busy={create.isPending}
      error={create.error}
      taken={{ code: nameTaken, text: t('applications.secrets.name_taken') }}
      onSubmit={create.mutate}
      onClose={onClose}
    >
      <ExpiryChoice days={days} onChange={setDays} />
    </SecretDialog>
  );
}
