// Permissions that were granted to an application, of one kind: each can be described for people, or taken away.
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { Tag } from '../kit/tag.tsx';
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
    onSuccess: (_, { name }) => toast(t('consent.removed_toast', { name })),
    // Also when somebody else was quicker: then it is gone from the list, too.
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
              // The words for personal data are ours, in every language.
              onEdit={group.type === 'user-scopes' ? undefined : () => setEdited(permission)}
              onRemove={() => void remove(permission)}
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

type MenuProps = { name: string; onEdit: (() => void) | undefined; onRemove: () => void };

function RowMenu({ name, onEdit, onRemove }: MenuProps) {
  const { t } = useTranslation();
  const label = t('consent.actions_of', { name });
  return (
    <Menu
      position="bottom-end"
      width={200}
      withInitialFocusPlaceholder={false}
      // Outside of the list, which would cut it off, but still a part of the page.
      portalProps={{ target: '#main' }}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={label}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {onEdit && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
            {t('consent.edit')}
          </Menu.Item>
        )}
        <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={onRemove}>
          {t('consent.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
