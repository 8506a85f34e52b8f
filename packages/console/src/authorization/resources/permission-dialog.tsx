// Creates or edits a permission. The name of an existing permission cannot change, because applications and tokens
// refer to it.

import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Scope } from '@tessera/contract/resources';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../app/problem.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { codeInput } from '../../kit/code-input.ts';
import classes from '../../kit/creation-form.module.css';
import { Dialog } from '../../kit/dialog.tsx';
import { fieldIssues, invalidInput } from '../../kit/field-issues.ts';
import { revealFirstError } from '../../kit/reveal-field.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { checkDescription, checkPermissionName } from './check-resource.ts';
import { aboutResources } from './query.ts';

const nameExists = 'scope.name_exists';
const nameWithSpace = 'scope.name_with_space';

type Props = { resourceId: string; permission?: Pick<Scope, 'id' | 'name' | 'description'>; onClose: () => void };
type Values = { name: string; description: string };

export function PermissionDialog({ resourceId, permission, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const form = useForm<Values>({
    initialValues: { name: permission?.name ?? '', description: permission?.description ?? '' },
    validate: {
      name: (name) => checkPermissionName(name, t),
      description: (description) => checkDescription(description, t),
    },
  });
  const save = useMutation({
    mutationFn: ({ name, description }: Values) =>
      permission
        ? api.management.patch('/resources/:resourceId/scopes/:scopeId', {
            params: { resourceId, scopeId: permission.id },
            body: { description: description.trim() },
          })
        : api.management.post('/resources/:resourceId/scopes', {
            params: { resourceId },
            body: { name: name.trim(), description: description.trim() },
          }),
    meta: { suppress: [invalidInput, nameExists, nameWithSpace] },
    onSuccess: ({ name }) => {
      const text = permission ? 'resources.permissions.saved_toast' : 'resources.permissions.created_toast';
      toast(t(text, { name }));
      void queryClient.invalidateQueries({ predicate: aboutResources });
      onClose();
    },
    onError: (error) => {
      const code = error instanceof ApiProblem ? error.code : undefined;
      if (code === nameExists) form.setFieldError('name', t('resources.errors.permission_exists'));
      if (code === nameWithSpace) form.setFieldError('name', t('resources.errors.spaces'));
      for (const { path, message } of fieldIssues(error)) form.setFieldError(String(path[0]), message);
    },
  });
  const submit = form.onSubmit(
    (values) => {
      if (!save.isPending) save.mutate(values);
    },
    (errors) => revealFirstError(form, errors),
  );
  return (
    <Dialog
      onClose={onClose}
      title={permission ? t('resources.permissions.edit_title') : t('resources.permissions.create')}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={t('resources.permissions.name')}
          description={permission ? t('resources.permissions.name_fixed') : t('resources.permissions.name_hint')}
          placeholder="read:orders"
          withAsterisk={!permission}
          readOnly={permission !== undefined}
          {...codeInput}
          {...form.getInputProps('name')}
          {...(!permission && { 'data-autofocus': true })}
        />
        <Textarea
          label={t('resources.permissions.description')}
          rows={2}
          dir="auto"
          {...form.getInputProps('description')}
          {...(permission && { 'data-autofocus': true })}
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={save.isPending}>
            {permission ? t('general.save') : t('resources.permissions.create')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
