// Sends the email of a pending invitation again.
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { OrganizationInvitation } from '@tessera/contract/organization-invitations';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { CreationDialog, useCreationForm } from '../../kit/creation-form.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { checkLink } from './check-link.ts';

type Props = { invitation: OrganizationInvitation; onClose: () => void };

export function ResendDialog({ invitation: { id, invitee }, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const toast = useSuccessToast();
  const send = useMutation({
    mutationFn: ({ link }: { link: string }) =>
      api.management.post('/organization-invitations/:invitationId/message', {
        params: { invitationId: id },
        body: { link: link.trim() },
      }),
    onSuccess: () => {
      toast(t('organizations.invitations.sent_toast', { invitee }));
      onClose();
    },
  });
  const { form, onSubmit } = useCreationForm({
    initialValues: { link: '' },
    validate: { link: (link) => checkLink(link, t) },
    create: send,
  });
  return (
    <CreationDialog
      title={t('organizations.invitations.resend_title', { invitee })}
      action={t('organizations.invitations.resend')}
      busy={send.isPending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput
        label={t('organizations.invitations.link')}
        description={t('organizations.invitations.link_hint')}
        placeholder="https://app.example.com/invitation"
        withAsterisk
        dir="ltr"
        data-autofocus
        {...form.getInputProps('link')}
      />
    </CreationDialog>
  );
}
