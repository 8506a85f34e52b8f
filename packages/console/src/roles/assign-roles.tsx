// Gives roles to a machine-to-machine application. Roles that reach the Management API are marked.
import { Tooltip } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAcknowledgement } from '../app/acknowledgement.ts';
import { useServices } from '../app/services.tsx';
import { AssignDialog } from '../kit/assign-dialog.tsx';
import { DismissibleNotice } from '../kit/dismissible-notice.tsx';
import { listQuery } from '../kit/list-search.ts';
import { useSuccessToast } from '../kit/success-toast.ts';
import { TransferBox } from '../kit/transfer-box.tsx';
import classes from './assign-roles.module.css';
import { aboutRoles } from './query.ts';

export type ChosenRole = { id: string; name: string; description: string; hasManagementApiAccess: boolean };

type Props = {
  application: { id: string; name: string };
  cancelLabel?: string;
  onClose: () => void;
};

export function AssignRoles({ application: { id: applicationId, name }, cancelLabel, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const notice = useAcknowledgement('roleWithManagementApiAccessNotificationAcknowledged');
  const [chosen, setChosen] = useState<ChosenRole[]>([]);
  const assign = useMutation({
    mutationFn: (roleIds: string[]) =>
      api.management.post('/applications/:applicationId/roles', { params: { applicationId }, body: { roleIds } }),
    onSuccess: (_, roleIds) => {
      toast(t('roles.assigned_toast', { count: roleIds.length }));
      void queryClient.invalidateQueries({ predicate: aboutRoles });
      onClose();
    },
  });
  return (
    <AssignDialog
      title={t('roles.of_application.assign_title', { name })}
      text={
        <>
          <p>
            {t('roles.of_application.assign_text')} <Link to="/roles/create">{t('roles.create_button')}</Link>
          </p>
          {!notice.acknowledged && (
            <DismissibleNotice onDismiss={notice.acknowledge}>{t('roles.management_api_notice')}</DismissibleNotice>
          )}
        </>
      }
      submitLabel={t('roles.of_application.assign')}
      {...(cancelLabel !== undefined && { cancelLabel })}
      empty={chosen.length === 0}
      busy={assign.isPending}
      onSubmit={() => assign.mutate(chosen.map(({ id }) => id))}
      onClose={onClose}
    >
      <TransferBox<ChosenRole>
        label={t('roles.title')}
        searchLabel={t('roles.search')}
        emptyText={t('roles.of_application.none_left')}
        query={(search) =>
          api.management.listQuery('/roles', {
            query: { ...listQuery(search), type: 'MachineToMachine', excludeApplicationId: applicationId },
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

export function RoleChoice({ role: { name, description, hasManagementApiAccess } }: { role: ChosenRole }) {
  const { t } = useTranslation();
  return (
    <>
      <bdi>{name}</bdi>
      {hasManagementApiAccess && (
        <Tooltip label={t('roles.management_api_access')}>
          <span className={classes.mark}>
            <IconShieldCheck size={14} aria-hidden="true" />
            <span className="visually-hidden">{t('roles.management_api_access')}</span>
          </span>
        </Tooltip>
      )}
      <span className={classes.description} dir="auto">
        {description}
      </span>
    </>
  );
}
