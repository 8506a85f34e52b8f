// The members of an organization and their roles there.
import { Button, Menu } from '@mantine/core';
import { IconPlus, IconUserMinus, IconUserShield } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OrganizationMember } from '@tessera/contract/organization-members';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { useConfirm } from '../kit/confirm.tsx';
import { DateText } from '../kit/date-text.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { ListSection } from '../kit/list-section.tsx';
import { RowActions } from '../kit/row-actions.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { TagList } from '../kit/tag-list.tsx';
import { UserLink, useUserTitle } from '../users/user-name.tsx';
import { AddMembers } from './add-members.tsx';
import { EditRoles } from './edit-roles.tsx';
import { OrganizationsIllustration } from './illustration.tsx';
import { membersKey, membersQuery, organizationsKey } from './query.ts';

const route = getRouteApi('/signed-in/layout/organizations/$id/members');

function useRemoval(organizationId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const titleOf = useUserTitle();
  const remove = useMutation({
    mutationFn: ({ id }: OrganizationMember) =>
      api.management.del('/organizations/:organizationId/users/:userId', { params: { organizationId, userId: id } }),
    onSuccess: (_, member) => {
      toast(t('organizations.removed_toast', { name: titleOf(member) }));
      for (const queryKey of [membersKey, organizationsKey]) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return async (member: OrganizationMember) => {
    const agreed = await confirm({
      title: t('organizations.members.remove_title', { name: titleOf(member) }),
      text: t('organizations.members.remove_text'),
      confirmLabel: t('general.remove'),
      danger: true,
    });
    if (agreed) remove.mutate(member);
  };
}

export function OrganizationMembers() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { id } = route.useParams();
  const search = route.useSearch();
  const query = useQuery({ ...membersQuery(api, id, search), placeholderData: keepPreviousData });
  const titleOf = useUserTitle();
  const [open, setOpen] = useState<OrganizationMember | 'add'>();
  const remove = useRemoval(id);
  const close = () => setOpen(undefined);
  const addButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setOpen('add')}>
      {t('organizations.members.add')}
    </Button>
  );

  return (
    <>
      <ListSection
        title={t('organizations.members.title')}
        searchLabel={t('organizations.members.search')}
        search={search}
        query={query}
        actions={addButton}
        rowKey={(member) => member.id}
        columns={[
          {
            key: 'user',
            title: t('organizations.members.user'),
            width: '34%',
            cell: (member) => <UserLink user={member} />,
          },
          {
            key: 'roles',
            title: t('organizations.roles.title'),
            width: '36%',
            cell: ({ organizationRoles }) => <TagList items={organizationRoles} />,
          },
          {
            key: 'seen',
            title: t('organizations.members.last_sign_in'),
            width: '20%',
            cell: ({ lastSignInAt }) => (lastSignInAt === null ? '–' : <DateText value={lastSignInAt} />),
          },
          {
            key: 'actions',
            title: t('organizations.actions'),
            width: '10%',
            cell: (member) => (
              <RowActions name={titleOf(member)}>
                <Menu.Item leftSection={<IconUserShield size={16} />} onClick={() => setOpen(member)}>
                  {t('organizations.roles.edit')}
                </Menu.Item>
                <Menu.Item
                  c="var(--mantine-color-error)"
                  leftSection={<IconUserMinus size={16} />}
                  onClick={() => void remove(member)}
                >
                  {t('general.remove')}
                </Menu.Item>
              </RowActions>
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<OrganizationsIllustration />}
            title={t('organizations.members.empty_title')}
            text={t('organizations.members.empty_text')}
            action={addButton}
          />
        }
      />
      {open === 'add' && <AddMembers organizationId={id} onClose={close} />}
      {typeof open === 'object' && (
        <EditRoles
          name={titleOf(open)}
          type="User"
          held={open.organizationRoles}
          onClose={close}
          save={(organizationRoleIds) =>
            api.management.put('/organizations/:organizationId/users/:userId/roles', {
              params: { organizationId: id, userId: open.id },
              body: { organizationRoleIds },
            })
          }
          onSaved={() => void queryClient.invalidateQueries({ queryKey: membersKey })}
        />
      )}
    </>
  );
}
