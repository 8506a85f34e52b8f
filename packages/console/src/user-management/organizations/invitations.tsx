// Invitations to an organization: pending ones can be sent again or revoked, the others deleted.
import { Button, Menu } from '@mantine/core';
import { IconMailForward, IconPlus, IconTrash, IconX } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OrganizationInvitation } from '@tessera/contract/organization-invitations';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { DateText } from '../../kit/date-text.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Expiry } from '../../kit/expiry.tsx';
import { ListSection } from '../../kit/list-section.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { RowActions } from '../../kit/row-actions.tsx';
import { StateTag } from '../../kit/state-tag.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { Tag } from '../../kit/tag.tsx';
import { TagList } from '../../kit/tag-list.tsx';
import { OrganizationsIllustration } from './illustration.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { invitationsKey, invitationsQuery } from './query.ts';
import { ResendDialog } from './resend-dialog.tsx';

const route = getRouteApi('/signed-in/layout/organizations/$id/invitations');

type Invitation = OrganizationInvitation;

/** Revokes pending invitations and deletes closed ones. */
function useClosing() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { confirm } = useConfirm();
  const toast = useSuccessToast();
  const queryClient = useQueryClient();
  const close = useMutation({
    mutationFn: ({ id, status }: Invitation): Promise<unknown> => {
      const params = { invitationId: id };
      return status === 'Pending'
        ? api.management.put('/organization-invitations/:invitationId/status', { params, body: { status: 'Revoked' } })
        : api.management.del('/organization-invitations/:invitationId', { params });
    },
    onSuccess: (_, { status }) =>
      toast(t(`organizations.invitations.${status === 'Pending' ? 'revoked_toast' : 'deleted_toast'}`)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: invitationsKey }),
  });
  return async (invitation: Invitation) => {
    const action = invitation.status === 'Pending' ? 'revoke' : 'delete';
    const agreed = await confirm({
      title: t(`organizations.invitations.${action}_title`, { invitee: invitation.invitee }),
      text: t(`organizations.invitations.${action}_text`),
      confirmLabel: t(`organizations.invitations.${action}`),
      danger: true,
    });
    if (agreed) close.mutate(invitation);
  };
}

function Status({ status }: Pick<Invitation, 'status'>) {
  const { t } = useTranslation();
  const text = t(`organizations.invitations.status.${status}`);
  if (status === 'Accepted') return <StateTag state="success">{text}</StateTag>;
  return status === 'Pending' ? <StateTag state="warning">{text}</StateTag> : <Tag>{text}</Tag>;
}

export function OrganizationInvitations() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id: organizationId } = route.useParams();
  const search = route.useSearch();
  const query = useQuery({ ...invitationsQuery(api, organizationId, search), placeholderData: keepPreviousData });
  const [open, setOpen] = useState<Invitation | 'new'>();
  const closeInvitation = useClosing();
  const inviteButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setOpen('new')}>
      {t('organizations.invitations.invite')}
    </Button>
  );
  const menu = (invitation: Invitation) => {
    const isPending = invitation.status === 'Pending';
    return (
      <RowActions name={invitation.invitee}>
        {isPending && (
          <Menu.Item leftSection={<IconMailForward size={16} />} onClick={() => setOpen(invitation)}>
            {t('organizations.invitations.resend')}
          </Menu.Item>
        )}
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={isPending ? <IconX size={16} /> : <IconTrash size={16} />}
          onClick={() => void closeInvitation(invitation)}
        >
          {t(`organizations.invitations.${isPending ? 'revoke' : 'delete'}`)}
        </Menu.Item>
      </RowActions>
    );
  };
  return (
    <>
      <ListSection<Invitation>
        title={t('organizations.invitations.title')}
        search={search}
        query={query}
        actions={inviteButton}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'invitee',
            title: t('organizations.invitations.invitee'),
            cell: ({ invitee }) => <bdi>{invitee}</bdi>,
          },
          {
            key: 'status',
            title: t('organizations.invitations.status.title'),
            width: '14%',
            priority: 2,
            cell: ({ status }) => <Status status={status} />,
          },
          {
            key: 'roles',
            title: t('organizations.roles.title'),
            width: '22%',
            priority: 5,
            cell: ({ organizationRoles: roles }) => (roles.length === 0 ? <NoValue /> : <TagList items={roles} />),
          },
          {
            key: 'sent',
            title: t('organizations.invitations.created'),
            width: '14%',
            priority: 6,
            cell: ({ createdAt }) => <DateText value={createdAt} />,
          },
          {
            key: 'expires',
            title: t('organizations.invitations.expires'),
            width: '20%',
            priority: 3,
            cell: ({ status, expiresAt }) => (status === 'Pending' ? <Expiry value={expiresAt} /> : <NoValue />),
          },
          { key: 'menu', title: t('general.actions'), cell: menu },
        ]}
        empty={
          <EmptyState
            illustration={<OrganizationsIllustration />}
            title={t('organizations.invitations.empty_title')}
            text={t('organizations.invitations.empty_text')}
            action={inviteButton}
          />
        }
      />
      {open === 'new' && <InviteDialog organizationId={organizationId} onClose={() => setOpen(undefined)} />}
      {typeof open === 'object' && <ResendDialog invitation={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
