// Gives a secret another name; whatever uses the secret does not notice.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { secretsQuery } from './query.ts';
import { SecretDialog } from './secret-dialog.tsx';
import { nameTaken } from './secret-name.ts';

export function RenameSecret({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const rename = useMutation({
    mutationFn: (wanted: string) =>
      api.management.patch('/applications/:id/secrets/:name', { params: { id, name }, body: { name: wanted } }),
    meta: { suppress: [nameTaken] },
    onSuccess: (secret) => {
      void queryClient.invalidateQueries({ queryKey: secretsQuery(api, id).queryKey });
      toast(t('applications.secrets.renamed_toast', { name: secret.name }));
      onClose();
    },
  });
  return (
    <SecretDialog
      title={t('applications.secrets.rename_title')}
      submitLabel={t('general.rename')}
      initialName={name}
      busy={rename.isPending}
      error={rename.error}
      taken={{ code: nameTaken, text: t('applications.secrets.name_taken') }}
      onSubmit={rename.mutate}
      onClose={onClose}
    />
  );
}
