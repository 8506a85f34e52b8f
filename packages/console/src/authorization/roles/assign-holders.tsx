// Assigns a role to users or applications.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Role } from '@tessera/contract/role';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { AssignDialog } from '../../kit/assign-dialog.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { ApplicationPicker, type ChosenApplication, type ChosenUser, UserPicker } from './holder-picker.tsx';
import { aboutRoles } from './query.ts';

type Props = { role: Role; cancelLabel?: string; onClose: () => void };

function useAssignment(
  kind: 'users' | 'applications',
  assign: (ids: string[]) => Promise<unknown>,
  onClose: () => void,
) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: assign,
    onSuccess: (_, ids) => {
      toast(t(`roles.assigned_toast.${kind}`, { count: ids.length }));
      void queryClient.invalidateQueries({ predicate: aboutRoles });
      onClose();
    },
  });
}

function AssignUsers({ role: { id, name }, cancelLabel, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [chosen, setChosen] = useState<ChosenUser[]>([]);
  const assign = useAssignment(
    'users',
    (userIds) => api.management.post('/roles/:id/users', { params: { id }, body: { userIds } }),
    onClose,
  );
  return (
    <AssignDialog
      title={t('roles.users.assign_title', { name })}
      submitLabel={t('roles.users.assign')}
      {...(cancelLabel !== undefined && { cancelLabel })}
      empty={chosen.length === 0}
      busy={assign.isPending}
      onSubmit={() => assign.mutate(chosen.map((user) => user.id))}
      onClose={onClose}
    >
      <UserPicker roleId={id} chosen={chosen} onChange={setChosen} />
    </AssignDialog>
  );
}

function AssignApplications({ role: { id, name }, cancelLabel, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [chosen, setChosen] = useState<ChosenApplication[]>([]);
  const assign = useAssignment(
    'applications',
    (applicationIds) => api.management.post('/roles/:id/applications', { params: { id }, body: { applicationIds } }),
    onClose,
  );
  return (
    <AssignDialog
      title={t('roles.applications.assign_title', { name })}
      submitLabel={t('roles.applications.assign')}
      {...(cancelLabel !== undefined && { cancelLabel })}
      empty={chosen.length === 0}
      busy={assign.isPending}
      onSubmit={() => assign.mutate(chosen.map((application) => application.id))}
      onClose={onClose}
    >
      <ApplicationPicker roleId={id} chosen={chosen} onChange={setChosen} />
    </AssignDialog>
  );
}

export function AssignHolders(props: Props) {
  return props.role.type === 'User' ? <AssignUsers {...props} /> : <AssignApplications {...props} />;
}
