// Creates an organization permission, or edits its description. The name is what applications request, so it cannot
// change.
import { Button, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrganizationScope } from '@tessera/contract/organization-template';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { fieldIssues, invalidInput } from '../../kit/field-issues.ts';
import { checkLength, checkName } from '../../kit/required-text.ts';
import { revealFirstError } from '../../kit/reveal-field.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import classes from './dialog.module.css';
import { isNameTaken, nameTaken } from './name-taken.ts';
import { rolesKey, scopesKey } from './query.ts';

type Values = { name: string; description: string };
type Props = { scope: Pick<OrganizationScope, 'id' | 'name' | 'description'> | undefined; onClose: () => void };

export function ScopeDialog({ scope, onClose }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const form = useForm<Values>({
    initialValues: { name: scope?.name ?? '', description: scope?.description ?? '' },
    validate: {
      name: (name) =>
        checkName(name, 128, t) ??
        (/\s/.test(name.trim()) ? t('organization-template.permissions.no_spaces') : undefined),
      description: (description) => checkLength(description, 256, t),
    },
  });
  const save = useMutation({
    mutationFn: ({ name, description }: Values) => {
      const described = { description: description.trim() || null };
      return scope
        ? api.management.patch('/organization-scopes/:organizationScopeId', {
            params: { organizationScopeId: scope.id },
            body: described,
          })
        : api.management.post('/organization-scopes', { body: { name: name.trim(), ...described } });
    },
    meta: { suppress: [invalidInput, nameTaken] },
    onSuccess: ({ name }) => {
      toast(scope ? t('unsaved.saved') : t('organization-template.created_toast', { name }));
      for (const queryKey of [scopesKey, rolesKey]) void queryClient.invalidateQueries({ queryKey });
      // Each role's permissions are a separate query.
      void queryClient.invalidateQueries({
        queryKey: ['management', '/organization-roles/:organizationRoleId/scopes'],
      });
      onClose();
    },
    onError: (error) => {
      if (isNameTaken(error)) form.setFieldError('name', t('organization-template.permissions.name_taken'));
      for (const { path, message } of fieldIssues(error)) form.setFieldError(String(path[0]), message);
    },
  });

  return (
    <Dialog
      onClose={onClose}
      title={
        scope ? t('organization-template.permissions.edit_title') : t('organization-template.permissions.create_title')
      }
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => (save.isPending ? undefined : save.mutate(values)),
          (errors) => revealFirstError(form, errors),
        )}
      >
        <TextInput
          label={t('organization-template.permissions.name')}
          description={t('organization-template.permissions.name_hint')}
          placeholder="read:invoices"
          withAsterisk={!scope}
          readOnly={scope !== undefined}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          {...(!scope && { 'data-autofocus': true })}
          {...form.getInputProps('name')}
        />
        <Textarea
          label={t('organization-template.description')}
          rows={2}
          dir="auto"
          {...(scope && { 'data-autofocus': true })}
          {...form.getInputProps('description')}
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={save.isPending}>
            {scope ? t('general.save') : t('organization-template.permissions.create')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
