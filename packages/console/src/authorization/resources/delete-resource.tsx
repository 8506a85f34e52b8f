import type { Resource } from '@tessera/contract/resources';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Affected, countOnly } from '../../kit/affected.tsx';
import { DeleteDialog } from '../../kit/delete-dialog.tsx';
import { useRemoval } from '../../kit/deletion.ts';
import { aboutResources, resourceQuery } from './query.ts';

export function DeleteResource({ resource: { id, name }, onClose }: { resource: Resource; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const removal = useRemoval();
  const remove = () =>
    removal.mutate({
      done: t('resources.deleted_toast', { name }),
      remove: () => api.management.del('/resources/:id', { params: { id } }),
      list: '/api-resources',
      own: [{ queryKey: resourceQuery(api, id).queryKey }],
      about: [{ predicate: aboutResources }],
    });
  return (
    <DeleteDialog
      title={t('resources.details.delete_title')}
      text={
        <Affected
          text={t('resources.details.delete_text')}
          counts={[
            {
              kind: 'permissions',
              query: api.management.listQuery('/resources/:resourceId/scopes', {
                params: { resourceId: id },
                query: countOnly,
              }),
            },
          ]}
        />
      }
      name={name}
      deleting={removal.isPending}
      onDelete={remove}
      onClose={onClose}
    />
  );
}
