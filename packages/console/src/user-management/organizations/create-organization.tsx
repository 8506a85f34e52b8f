// Dialog to create an organization.
import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useLeaveOverlay } from '../../kit/leave-overlay.ts';
import { usePageTitle } from '../../kit/page-title.ts';
import { checkLength, checkName } from '../../kit/required-text.ts';
import { revealFirstError } from '../../kit/reveal-field.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import classes from './dialog.module.css';
import { organizationsKey } from './query.ts';

export function CreateOrganization() {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  const close = useLeaveOverlay('/organizations');
  usePageTitle(t('organizations.create_title'));
  const form = useForm({
    initialValues: { name: '', description: '' },
    validate: {
      name: (name) => checkName(name, 128, t),
      description: (description) => checkLength(description, 256, t),
    },
  });
  const create = useMutation({
    mutationFn: ({ name, description }: typeof form.values) =>
      api.management.post('/organizations', {
        body: { name: name.trim(), ...(description.trim() !== '' && { description: description.trim() }) },
      }),
    onSuccess: async ({ id, name }) => {
      toast(t('organizations.created_toast', { name }));
      void queryClient.invalidateQueries({ queryKey: organizationsKey });
      // Replace the dialog in the history, so that Back does not reopen it.
      await navigate({ to: '/organizations/$id/settings', params: { id }, replace: true });
    },
  });
  return (
    <Dialog routed onClose={close} title={t('organizations.create_title')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => (create.isPending ? undefined : create.mutate(values)),
          (errors) => revealFirstError(form, errors),
        )}
      >
        <TextInput
          label={t('organizations.name')}
          withAsterisk
          dir="auto"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea label={t('organizations.description')} rows={2} dir="auto" {...form.getInputProps('description')} />
        <div className="dialog-actions">
          <Button variant="default" onClick={close}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={create.isPending}>
            {t('organizations.create_button')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
