// Creates an organization role; its permissions are assigned on its page.
import { Button, Radio, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RoleType } from '@tessera/contract/role';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { checkLength, checkName } from '../../kit/required-text.ts';
import { revealFirstError } from '../../kit/reveal-field.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import classes from './dialog.module.css';
import { isNameTaken, nameTaken } from './name-taken.ts';
import { rolesKey } from './query.ts';

const roleTypes: readonly RoleType[] = ['User', 'MachineToMachine'];

export function CreateRole({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  const form = useForm<{ name: string; description: string; type: RoleType }>({
    initialValues: { name: '', description: '', type: 'User' },
    validate: {
      name: (name) => checkName(name, 128, t),
      description: (description) => checkLength(description, 256, t),
    },
  });
  const create = useMutation({
    mutationFn: ({ name, description, type }: typeof form.values) =>
      api.management.post('/organization-roles', {
        body: { name: name.trim(), type, ...(description.trim() !== '' && { description: description.trim() }) },
      }),
    meta: { suppress: [nameTaken] },
    onSuccess: async ({ id, name }) => {
      toast(t('organization-template.created_toast', { name }));
      void queryClient.invalidateQueries({ queryKey: rolesKey });
      await navigate({ to: '/organization-template/roles/$id/permissions', params: { id }, search: { assign: '1' } });
    },
    onError: (error) => {
      if (isNameTaken(error)) form.setFieldError('name', t('organization-template.roles.name_taken'));
    },
  });

  return (
    <Dialog onClose={onClose} title={t('organization-template.roles.create_title')}>
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => (create.isPending ? undefined : create.mutate(values)),
          (errors) => revealFirstError(form, errors),
        )}
      >
        <TextInput
          label={t('organization-template.roles.name')}
          withAsterisk
          dir="auto"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('organization-template.description')}
          rows={2}
          dir="auto"
          {...form.getInputProps('description')}
        />
        <Radio.Group
          label={t('organization-template.roles.type')}
          description={t('organization-template.roles.type_hint')}
          {...form.getInputProps('type')}
        >
          <div className={classes.choices}>
            {roleTypes.map((type) => (
              <Radio key={type} value={type} label={t(`organization-template.types.${type}`)} />
            ))}
          </div>
        </Radio.Group>
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={create.isPending}>
            {t('organization-template.roles.create')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
