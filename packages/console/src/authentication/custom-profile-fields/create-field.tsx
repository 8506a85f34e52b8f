// Adds a built-in profile field or a custom one stored in custom data.
import { Button, Input, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { builtInFields } from '@tessera/contract/profile-field-rules';
import { type SubmitEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { ChoiceCard, ChoiceCards } from '../../kit/choice-card.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Notice } from '../../kit/notice.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { useIncluded } from '../../platform/plans/plan.tsx';
import { checkKey } from './check-key.ts';
import { isBuiltInField, newFieldOf } from './field-defaults.ts';
import { FieldIcon } from './field-icon.tsx';
import { fieldName } from './field-name.ts';
import { fieldsQuery } from './query.ts';

const custom = 'custom';
const list = '/sign-in-experience/collect-user-profile';

export function CreateField() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data = [] } = useQuery(fieldsQuery(api));
  const isIncluded = useIncluded('collectUserProfileEnabled');
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const group = useId();
  const existing = data.map(({ name }) => name);
  const form = useForm({
    initialValues: { choice: '', key: '' },
    validateInputOnBlur: ['key'],
    validate: {
      choice: (choice) => (choice === '' ? t('custom-profile-fields.choose') : null),
      key: (key, { choice }) => (choice === custom ? (checkKey(key.trim(), existing, t) ?? null) : null),
    },
  });
  const create = useMutation({
    mutationFn: (name: string) => api.management.post('/custom-profile-fields', { body: newFieldOf(name) }),
    onSuccess: async ({ name }) => {
      toast(t('custom-profile-fields.created'));
      void queryClient.invalidateQueries({ queryKey: fieldsQuery(api).queryKey });
      await navigate({ to: `${list}/fields/$fieldName`, params: { fieldName: name }, replace: true });
    },
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    // Keep the submit event from reaching the page's own form.
    event.stopPropagation();
    if (!isIncluded) return event.preventDefault();
    form.onSubmit(({ choice, key }) => create.mutate(choice === custom ? key.trim() : choice))(event);
  };
  const choices = [...builtInFields.filter((name) => !existing.includes(name)), custom];
  return (
    <Dialog
      routed
      onClose={() => void navigate({ to: list })}
      title={t('custom-profile-fields.create_title')}
      size={640}
    >
      <form onSubmit={submit} noValidate>
        <ChoiceCards legend={t('custom-profile-fields.create_text')}>
          {choices.map((name, index) => (
            <ChoiceCard
              key={name}
              name={group}
              checked={form.values.choice === name}
              aria-invalid={form.errors.choice !== undefined}
              onChange={() => form.setFieldValue('choice', name)}
              icon={<FieldIcon type={newFieldOf(name).type} size={20} />}
              title={isBuiltInField(name) ? fieldName(name, '', t) : t('custom-profile-fields.custom')}
              text={isBuiltInField(name) ? <code dir="ltr">{name}</code> : t('custom-profile-fields.custom_text')}
              {...(index === 0 && { 'data-path': 'choice', 'data-autofocus': true })}
            />
          ))}
        </ChoiceCards>
        {form.errors.choice && <Input.Error role="alert">{form.errors.choice}</Input.Error>}
        {form.values.choice === custom && (
          <TextInput
            mt="md"
            label={t('custom-profile-fields.key.label')}
            description={t('custom-profile-fields.key.hint')}
            placeholder="shoeSize"
            leftSection={<code dir="ltr">customData.</code>}
            leftSectionWidth={92}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={128}
            withAsterisk
            {...form.getInputProps('key')}
          />
        )}
        {!isIncluded && <Notice severity="warning">{t('plan.not_included')}</Notice>}
        <div className="dialog-actions">
          <Button variant="default" onClick={() => void navigate({ to: list })}>
            {t('general.cancel')}
          </Button>
          {isIncluded && (
            <BusyButton type="submit" busy={create.isPending}>
              {t('general.create')}
            </BusyButton>
          )}
        </div>
      </form>
    </Dialog>
  );
}
