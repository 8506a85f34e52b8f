// Deletes an API resource, and goes back to the list.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Resource } from '@tessera/contract/resources';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { DeleteDialog } from '../kit/delete-dialog.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { aboutResources, resourceQuery } from './query.ts';

export function DeleteResource({ resource: { id, name }, onClose }: { resource: Resource; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  const remove = useMutation({
    mutationFn: () => api.management.del('/resources/:id', { params: { id } }),
    onSuccess: async () => {
      toast(t('resources.deleted_toast', { name }));
      // Whatever was typed belonged to what is no more, so nobody is asked about it.
      await navigate({ to: '/api-resources', ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: resourceQuery(api, id).queryKey });
      void queryClient.invalidateQueries({ predicate: aboutResources });
    },
  });
  return (
    <DeleteDialog
      title={t('resources.details.delete_title')}
      text={t('resources.details.delete_text')}
      name={name}
      deleting={remove.isPending}
      onDelete={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
