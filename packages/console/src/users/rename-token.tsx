// Gives a personal access token another name; whatever uses the token does not notice.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { SecretDialog } from '../applications/secret-dialog.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { tokensQuery } from './query.ts';
import { tokenNameTaken } from './token-name.ts';

export function RenameToken({ userId, name, onClose }: { userId: string; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const rename = useMutation({
    mutationFn: (wanted: string) =>
      api.management.patch('/users/:userId/personal-access-tokens/:name', {
        params: { userId, name },
        body: { name: wanted },
      }),
    meta: { suppress: [tokenNameTaken] },
    onSuccess: (token) => {
      void queryClient.invalidateQueries({ queryKey: tokensQuery(api, userId).queryKey });
      toast(t('users.tokens.renamed_toast', { name: token.name }));
      onClose();
    },
  });
  return (
    <SecretDialog
      title={t('users.tokens.rename_title')}
      submitLabel={t('general.rename')}
      initialName={name}
      busy={rename.isPending}
      error={rename.error}
      taken={{ code: tokenNameTaken, text: t('users.tokens.name_taken') }}
      onSubmit={rename.mutate}
      onClose={onClose}
    />
  );
}
