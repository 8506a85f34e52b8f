// Dialog for assigning roles. Roles with Management API permissions are marked.
import { Tooltip } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AssignDialog } from '../../kit/assign-dialog.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { TransferBox } from '../../kit/transfer-box.tsx';
import { useHasPermission } from '../../platform/tenants/permissions.ts';
import { aboutRoles } from './query.ts';
import classes from './role-assignment.module.css';

type OfferedRole = { id: string; name: string; description: string; hasManagementApiAccess: boolean };

type Props = {
  title: string;
  text: string;
  submitLabel: string;
  cancelLabel?: string;
  /** Shown when all roles are assigned already. */
  noneLeft: string;
  notice?: ReactNode;
  /** Roles that are not assigned yet. */
  offered: ComponentProps<typeof TransferBox<OfferedRole>>['query'];
  assign: (roleIds: string[]) => Promise<unknown>;
  onClose: () => void;
};

export function RoleAssignment({ text, notice, noneLeft, offered, assign, onClose, ...dialog }: Props) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const mayGiveAccess = useHasPermission('manage:tenant');
  const [chosen, setChosen] = useState<OfferedRole[]>([]);
  const assignment = useMutation({
    mutationFn: assign,
    onSuccess: (_, roleIds) => {
      toast(t('roles.assigned_toast.roles', { count: roleIds.length }));
      void queryClient.invalidateQueries({ predicate: aboutRoles });
      onClose();
    },
  });
  return (
    <AssignDialog
      {...dialog}
      text={
        <>
          <p>
            {text} <Link to="/roles/create">{t('roles.create_button')}</Link>
          </p>
          {!mayGiveAccess && <p>{t('roles.management_api_admin_only')}</p>}
          {notice}
        </>
      }
      empty={chosen.length === 0}
      busy={assignment.isPending}
      onSubmit={() => assignment.mutate(chosen.map(({ id }) => id))}
      onClose={onClose}
    >
      <TransferBox<OfferedRole>
        label={t('roles.title')}
        searchLabel={t('roles.search')}
        emptyText={noneLeft}
        query={offered}
        chosen={chosen}
        onChange={setChosen}
        nameOf={(role) => role.name}
        render={(role) => <RoleChoice role={role} />}
        isDisabled={({ hasManagementApiAccess }) => hasManagementApiAccess && !mayGiveAccess}
      />
    </AssignDialog>
  );
}

function RoleChoice({ role: { name, description, hasManagementApiAccess } }: { role: OfferedRole }) {
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
