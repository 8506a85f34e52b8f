// Deletes an application, and goes back to the list.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Application } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { DeleteDialog } from '../kit/delete-dialog.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { applicationListsKey, applicationQuery, secretsQuery } from './query.ts';

type Props = { application: Application; onClose: () => void };

export function DeleteApplication({ application: { id, name, isThirdParty }, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();

  const remove = useMutation({
    mutationFn: () => api.management.del('/applications/:id', { params: { id } }),
    onSuccess: async () => {
      toast(t('applications.deleted_toast', { name }));
      void queryClient.invalidateQueries({ queryKey: applicationListsKey });
      // Whatever was typed belonged to what is no more, so nobody is asked about it.
      await navigate({
        to: isThirdParty ? '/applications/third-party-applications' : '/applications',
        ignoreBlocker: true,
      });
      queryClient.removeQueries({ queryKey: applicationQuery(api, id).queryKey });
      queryClient.removeQueries({ queryKey: secretsQuery(api, id).queryKey });
    },
  });

  return (
    <DeleteDialog
      title={t('applications.details.delete_title')}
      text={t('applications.details.delete_text')}
      name={name}
      deleting={remove.isPending}
      onDelete={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
