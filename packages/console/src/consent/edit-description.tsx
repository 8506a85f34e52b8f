// The words in which a permission is explained to people on the consent page. They belong to the permission, so they
// change for every application that asks for it.
import { Button, Modal, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { BusyButton } from '../kit/busy-button.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import type { GrantedGroup, GrantedPermission } from './levels.ts';
import { consentScopesQuery } from './query.ts';

type Props = { applicationId: string; group: GrantedGroup; permission: GrantedPermission; onClose: () => void };

const longest = 256;

export function EditDescription({ applicationId, group, permission, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const [text, setText] = useState(permission.description ?? '');
  const [problem, setProblem] = useState<string>();
  // Nobody guesses what a permission of an API means; those of organizations may speak for themselves.
  const isRequired = group.type !== 'organization-scopes';
  const save = useMutation({
    mutationFn: async (description: string) => {
      if (group.type === 'organization-scopes') {
        const params = { organizationScopeId: permission.id };
        await api.management.patch('/organization-scopes/:organizationScopeId', { params, body: { description } });
      } else {
        const params = { resourceId: group.id, scopeId: permission.id };
        await api.management.patch('/resources/:resourceId/scopes/:scopeId', { params, body: { description } });
      }
    },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: consentScopesQuery(api, applicationId).queryKey });
      toast(t('consent.described_toast', { name: permission.name }));
      onClose();
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const description = text.trim();
    if (isRequired && description === '') return setProblem(t('consent.description_missing'));
    if (description.length > longest) return setProblem(t('consent.description_long', { count: longest }));
    if (!save.isPending) save.mutate(description);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('consent.edit_title', { name: permission.name })}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Textarea
          label={t('consent.description')}
          description={t('consent.edit_hint')}
          withAsterisk={isRequired}
          value={text}
          rows={3}
          dir="auto"
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(undefined);
          }}
          data-autofocus
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={save.isPending}>
            {t('general.save')}
          </BusyButton>
        </div>
      </form>
    </Modal>
  );
}
