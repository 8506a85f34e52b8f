// Gives roles to a user.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { AssignDialog } from '../kit/assign-dialog.tsx';
import { listQuery } from '../kit/list-search.ts';
import { useSuccessToast } from '../kit/success-toast.ts';
import { TransferBox } from '../kit/transfer-box.tsx';
import { type ChosenRole, RoleChoice } from '../roles/assign-roles.tsx';
import { aboutRoles } from '../roles/query.ts';

type Props = { user: { id: string; name: string }; onClose: () => void };

export function AssignUserRoles({ user: { id: userId, name }, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [chosen, setChosen] = useState<ChosenRole[]>([]);
  const assign = useMutation({
    mutationFn: (roleIds: string[]) =>
      api.management.post('/users/:userId/roles', { params: { userId }, body: { roleIds } }),
    onSuccess: (_, roleIds) => {
      toast(t('roles.assigned_toast', { count: roleIds.length }));
      void queryClient.invalidateQueries({ predicate: aboutRoles });
      onClose();
    },
  });
  return (
    <AssignDialog
      title={t('users.roles.assign_title', { name })}
      text={
        <p>
          {t('users.roles.assign_text')} <Link to="/roles/create">{t('roles.create_button')}</Link>
        </p>
      }
      submitLabel={t('users.roles.assign')}
      empty={chosen.length === 0}
      busy={assign.isPending}
      onSubmit={() => assign.mutate(chosen.map(({ id }) => id))}
      onClose={onClose}
    >
      <TransferBox<ChosenRole>
        label={t('roles.title')}
        searchLabel={t('roles.search')}
        emptyText={t('users.roles.none_left')}
        query={(search) =>
          api.management.listQuery('/roles', {
            query: { ...listQuery(search), type: 'User', excludeUserId: userId },
          })
        }
        chosen={chosen}
        onChange={setChosen}
        nameOf={(role) => role.name}
        render={(role) => <RoleChoice role={role} />}
      />
    </AssignDialog>
  );
}
