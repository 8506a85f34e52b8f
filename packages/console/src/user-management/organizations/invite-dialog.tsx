// Invites someone to an organization by email.
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';
import { CreationDialog, useCreationForm } from '../../kit/creation-form.tsx';
import { fieldIssues } from '../../kit/field-issues.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { checkLink } from './check-link.ts';
import type { NamedRole } from './organization.ts';
import { invitationsKey } from './query.ts';
import { RolePicker } from './role-picker.tsx';

const days = [1, 3, 7, 14, 30];
const dayMs = 24 * 60 * 60_000;

type Values = { invitee: string; roles: NamedRole[]; validDays: string; isSent: boolean; link: string };

export function InviteDialog({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const create = useMutation({
    mutationFn: ({ invitee, roles, validDays, isSent, link }: Values) =>
      api.management.post('/organization-invitations', {
        body: {
          organizationId,
          invitee: invitee.trim(),
          expiresAt: Date.now() + Number(validDays) * dayMs,
          organizationRoleIds: roles.map(({ id }) => id),
          messagePayload: isSent ? { link: link.trim() } : false,
        },
      }),
    meta: { suppressStatus: [400, 409, 422] },
    onSuccess: ({ invitee }, { isSent }) => {
      toast(t(`organizations.invitations.${isSent ? 'sent_toast' : 'created_toast'}`, { invitee }));
      void queryClient.invalidateQueries({ queryKey: invitationsKey });
      onClose();
    },
    onError: (error) => {
      if (fieldIssues(error).length === 0) form.setFieldError('invitee', messageOf(error, t));
    },
  });
  const { form, onSubmit } = useCreationForm<Values>({
    initialValues: { invitee: '', roles: [], validDays: '7', isSent: true, link: '' },
    validate: {
      invitee: (invitee) => (invitee.trim() === '' ? t('fields.required') : null),
      link: (link, { isSent }) => (isSent ? checkLink(link, t) : null),
    },
    create,
  });
  return (
    <CreationDialog
      title={t('organizations.invitations.invite')}
      action={t('organizations.invitations.invite')}
      busy={create.isPending}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <TextInput
        label={t('organizations.invitations.invitee')}
        type="email"
        withAsterisk
        dir="ltr"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('invitee')}
      />
      <RolePicker
        label={t('organizations.roles.optional')}
        type="User"
        chosen={form.values.roles}
        onChange={(roles) => form.setFieldValue('roles', roles)}
      />
      <NativeSelect
        label={t('organizations.invitations.valid')}
        data={days.map((count) => ({
          value: String(count),
          label: t('organizations.invitations.days', { count }),
        }))}
        {...form.getInputProps('validDays')}
      />
      <Switch label={t('organizations.invitations.send')} {...form.getInputProps('isSent', { type: 'checkbox' })} />
      {form.values.isSent && (
        <TextInput
          label={t('organizations.invitations.link')}
          description={t('organizations.invitations.link_hint')}
          placeholder="https://app.example.com/invitation"
          withAsterisk
          dir="ltr"
          {...form.getInputProps('link')}
        />
      )}
    </CreationDialog>
  );
}
