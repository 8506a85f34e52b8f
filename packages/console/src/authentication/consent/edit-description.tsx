// Edits a permission's description, as shown on the consent page. The description is shared by all applications that
// request the permission.
import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
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
  // API permissions need a description for users; organization permissions may do without.
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
      toast(t('consent.described_toast'));
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
    <Dialog onClose={onClose} title={t('consent.edit_title', { name: permission.name })}>
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
    </Dialog>
  );
}
