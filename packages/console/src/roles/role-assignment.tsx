// The dialog that gives roles to somebody or something. Roles that reach the Management API are marked.
import { Tooltip } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AssignDialog } from '../kit/assign-dialog.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { TransferBox } from '../kit/transfer-box.tsx';
import { aboutRoles } from './query.ts';
import classes from './role-assignment.module.css';

type OfferedRole = { id: string; name: string; description: string; hasManagementApiAccess: boolean };

type Props = {
  title: string;
  text: string;
  submitLabel: string;
  cancelLabel?: string;
  /** Said when every role is held already. */
  noneLeft: string;
  notice?: ReactNode;
  /** The roles that are not held yet. */
  offered: ComponentProps<typeof TransferBox<OfferedRole>>['query'];
  assign: (roleIds: string[]) => Promise<unknown>;
  onClose: () => void;
};

export function RoleAssignment({ text, notice, noneLeft, offered, assign, onClose, ...dialog }: Props) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [chosen, setChosen] = useState<OfferedRole[]>([]);
  const assignment = useMutation({
    mutationFn: assign,
    onSuccess: (_, roleIds) => {
      toast(t('roles.assigned_toast', { count: roleIds.length }));
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
