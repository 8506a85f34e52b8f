// Describes a permission of an API anew, for every role that has it.
import { Button, Modal, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { BusyButton } from '../kit/busy-button.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import classes from './dialog.module.css';
import { roleResourceScopesQuery } from './query.ts';

type Props = {
  roleId: string;
  scope: { id: string; name: string; description: string | null; resourceId: string };
  onClose: () => void;
};

export function ResourceScopeDialog({ roleId, scope, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const form = useForm({ initialValues: { description: scope.description ?? '' } });
  const save = useMutation({
    mutationFn: ({ description }: { description: string }) =>
      api.management.patch('/resources/:resourceId/scopes/:scopeId', {
        params: { resourceId: scope.resourceId, scopeId: scope.id },
        body: { description: description.trim() || null },
      }),
    onSuccess: () => {
      toast(t('unsaved.saved'));
      void queryClient.invalidateQueries({ queryKey: roleResourceScopesQuery(api, roleId).queryKey });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('organization-template.permissions.edit_title')}
      closeButtonProps={{ 'aria-label': t('general.close') }}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit((values) => (save.isPending ? undefined : save.mutate(values)))}
      >
        <TextInput label={t('organization-template.permissions.name')} value={scope.name} readOnly dir="ltr" />
        <Textarea
          label={t('organization-template.description')}
          rows={2}
          dir="auto"
          maxLength={2048}
          data-autofocus
          {...form.getInputProps('description')}
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
