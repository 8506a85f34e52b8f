// Permissions of one type granted to an application, with actions to edit or remove each.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { RowMenu } from '../../kit/row-menu.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { Tag } from '../../kit/tag.tsx';
import { EditDescription } from './edit-description.tsx';
import type { GrantedGroup, GrantedPermission } from './levels.ts';
import classes from './permissions.module.css';
import { consentScopesQuery } from './query.ts';

type Props = { applicationId: string; group: GrantedGroup; title: string };

function useRemoval(applicationId: string, { type }: GrantedGroup) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const remove = useMutation({
    mutationFn: ({ id }: GrantedPermission) =>
      api.management.del('/applications/:applicationId/user-consent-scopes/:scopeType/:scopeId', {
        params: { applicationId, scopeType: type, scopeId: id },
      }),
    onSuccess: () => toast(t('consent.removed_toast')),
    // Also after an error: another administrator may have removed it already.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: consentScopesQuery(api, applicationId).queryKey }),
  });
  return async (permission: GrantedPermission) => {
    const agreed = await confirm({
      title: t('consent.remove_title', { name: permission.name }),
      text: t('consent.remove_text'),
      confirmLabel: t('consent.remove'),
      danger: true,
    });
    if (agreed) remove.mutate(permission);
  };
}

export function PermissionList({ applicationId, group, title }: Props) {
  const { t } = useTranslation();
  const remove = useRemoval(applicationId, group);
  const heading = useId();
  const [edited, setEdited] = useState<GrantedPermission>();
  return (
    <div className={classes.group}>
      <h3 className={classes.title} id={heading}>
        <bdi>{title}</bdi>
      </h3>
      <ul className={classes.list} aria-labelledby={heading}>
        {group.permissions.map((permission) => (
          <li key={permission.id} className={classes.item}>
            <div className={classes.about}>
              <Tag>
                <bdi className={classes.name}>{permission.name}</bdi>
              </Tag>
              <p className={classes.description} dir="auto">
                {permission.description || '–'}
              </p>
            </div>
            <RowMenu
              name={permission.name}
              // Descriptions of user scopes come from the phrases.
              onEdit={group.type === 'user-scopes' ? undefined : () => setEdited(permission)}
              editLabel={t('consent.edit')}
              onDelete={() => void remove(permission)}
              deleteLabel={t('consent.remove')}
              width={200}
            />
          </li>
        ))}
      </ul>
      {edited && (
        <EditDescription
          applicationId={applicationId}
          group={group}
          permission={edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  );
}
