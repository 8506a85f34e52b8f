// Renames a secret of any kind. Clients using the secret are not affected.
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { SecretDialog } from './secret-dialog.tsx';

type Props = {
  title: string;
  name: string;
  /** Error code for a name that is already in use, and its message. */
  taken: { code: string; text: string };
  rename: (wanted: string) => Promise<{ name: string }>;
  /** The list to update. */
  list: QueryKey;
  renamedText: (name: string) => string;
  onClose: () => void;
};

export function RenameDialog({ title, name, taken, rename, list, renamedText, onClose }: Props) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const renaming = useMutation({
    mutationFn: rename,
    meta: { suppress: [taken.code] },
    onSuccess: (renamed) => {
      void queryClient.invalidateQueries({ queryKey: list });
      toast(renamedText(renamed.name));
      onClose();
    },
  });
  return (
    <SecretDialog
      title={title}
      submitLabel={t('general.rename')}
      initialName={name}
      busy={renaming.isPending}
      error={renaming.error}
      taken={taken}
      onSubmit={renaming.mutate}
      onClose={onClose}
    />
  );
}
