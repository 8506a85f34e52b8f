// Adds a user to organizations.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { AssignDialog } from '../../kit/assign-dialog.tsx';
import { keywordQuery } from '../../kit/list-search.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { TransferBox } from '../../kit/transfer-box.tsx';
import { aboutUsers } from './query.ts';

type Props = { user: { id: string; name: string }; onClose: () => void };
type Choice = { id: string; name: string };

export function AddToOrganizations({ user, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [chosen, setChosen] = useState<Choice[]>([]);
  const addition = useMutation({
    mutationFn: async () => {
      for (const { id } of chosen) {
        await api.management.post('/organizations/:organizationId/users', {
          params: { organizationId: id },
          body: { userIds: [user.id] },
        });
      }
    },
    onSuccess: () => {
      toast(t('users.organizations.added_toast'));
      onClose();
    },
    // Some may be added even if a later one fails.
    onSettled: () => queryClient.invalidateQueries({ predicate: aboutUsers }),
  });
  return (
    <AssignDialog
      title={t('users.organizations.add_title', { name: user.name })}
      submitLabel={t('users.organizations.add')}
      empty={chosen.length === 0}
      busy={addition.isPending}
      onSubmit={() => addition.mutate()}
      onClose={onClose}
    >
      <TransferBox<Choice>
        label={t('users.organizations.title')}
        searchLabel={t('users.organizations.search')}
        emptyText={t('users.organizations.none_left')}
        query={(search) => api.management.listQuery('/organizations', { query: keywordQuery(search) })}
        chosen={chosen}
        onChange={setChosen}
        nameOf={({ name }) => name}
        render={({ name }) => <bdi>{name}</bdi>}
      />
    </AssignDialog>
  );
}
