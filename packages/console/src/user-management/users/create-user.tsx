// Dialog to create a user: identifiers, name and password.
import { Button, Input, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '@tessera/contract/users';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Api } from '../../app/api.ts';
import { ApiProblem } from '../../app/problem.ts';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import classes from '../../kit/creation-form.module.css';
import { Dialog } from '../../kit/dialog.tsx';
import { fieldIssues, invalidInput } from '../../kit/field-issues.ts';
import { checkLength, checkRequired, withoutGaps } from '../../kit/required-text.ts';
import { revealField, revealFirstError } from '../../kit/reveal-field.ts';
import { PasswordIssues } from '../../platform/profile/password-issues.tsx';
import { checkEmail, checkPhone, checkUsername, identifierRefusals, phoneDigits } from './check-user.ts';
import { generatePassword } from './generate-password.ts';
import { judgePassword } from './judge-password.ts';
import { PasswordChoice, type PasswordKind } from './password-choice.tsx';
import { aboutUsers, passwordRules } from './query.ts';

type Values = {
  primaryEmail: string;
  primaryPhone: string;
  username: string;
  name: string;
  kind: PasswordKind;
  password: string;
};
export type Created = { user: User; password: string | undefined };

const hasIdentifier = ({ primaryEmail, primaryPhone, username }: Values) =>
  [primaryEmail, primaryPhone, username].some((value) => value.trim() !== '');

const check = (values: Values, t: TFunction) =>
  withoutGaps({
    primaryEmail: checkEmail(values.primaryEmail, t),
    primaryPhone: checkPhone(values.primaryPhone, t),
    username: checkUsername(values.username, t),
    name: checkLength(values.name, 128, t),
    password: values.kind === 'typed' ? checkRequired(values.password, 1024, t) : undefined,
  });

/** Empty fields are omitted. */
const bodyOf = ({ primaryEmail, primaryPhone, username, name }: Values, password: string | undefined) => ({
  ...(primaryEmail.trim() !== '' && { primaryEmail: primaryEmail.trim() }),
  ...(primaryPhone.trim() !== '' && { primaryPhone: phoneDigits(primaryPhone) }),
  ...(username.trim() !== '' && { username: username.trim() }),
  ...(name.trim() !== '' && { name: name.trim() }),
  ...(password !== undefined && { password }),
});

async function create(api: Api, values: Values, password: string | undefined): Promise<Created> {
  return { user: await api.management.post('/users', { body: bodyOf(values, password) }), password };
}

export function CreateUser({ onCreated, onClose }: { onCreated: (created: Created) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const { api, problems } = useServices();
  const queryClient = useQueryClient();
  const [tried, setTried] = useState(false);
  const form = useForm<Values>({
    initialValues: { primaryEmail: '', primaryPhone: '', username: '', name: '', kind: 'generated', password: '' },
    validate: (values) => check(values, t),
  });
  const isMissing = tried && !hasIdentifier(form.values);

  const save = useMutation({
    mutationFn: async (values: Values) => {
      if (values.kind === 'none') return create(api, values, undefined);
      const rules = await passwordRules(api, queryClient);
      if (values.kind === 'generated') return create(api, values, generatePassword(rules));
      const { name, username, primaryEmail: email, primaryPhone: phone, password } = values;
      const issues = await judgePassword(api, password, rules, { name, username, email, phone });
      return issues.length > 0 ? { issues } : create(api, values, password);
    },
    meta: { suppress: [invalidInput, ...Object.keys(identifierRefusals)] },
    onSuccess: (outcome) => {
      if ('issues' in outcome) {
        form.setFieldError('password', <PasswordIssues issues={outcome.issues} />);
        revealField(form.getInputNode('password'));
        return;
      }
      void queryClient.invalidateQueries({ predicate: aboutUsers });
      onCreated(outcome);
    },
    onError: (error) => {
      const code = error instanceof ApiProblem ? error.code : undefined;
      const field = identifierRefusals[code as keyof typeof identifierRefusals];
      if (field !== undefined) {
        form.setFieldError(field, messageOf(error, t));
        revealField(form.getInputNode(field));
      }
      const refused = fieldIssues(error);
      for (const { path, message } of refused) form.setFieldError(String(path[0]), message);
      if (code === invalidInput && refused.length === 0) problems.report(error);
    },
  });
  const submit = form.onSubmit(
    (values) => {
      setTried(true);
      if (!hasIdentifier(values)) revealField(form.getInputNode('primaryEmail'));
      else if (!save.isPending) save.mutate(values);
    },
    (errors) => {
      setTried(true);
      revealFirstError(form, errors);
    },
  );
  /** Marked invalid while all three are empty; the message is below them. */
  const identifier = (name: 'primaryEmail' | 'primaryPhone' | 'username') => {
    const { error, ...props } = form.getInputProps(name);
    return { ...props, error: error ?? isMissing, autoComplete: 'off', spellCheck: false };
  };

  return (
    <Dialog routed onClose={onClose} title={t('users.create.title')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p>{t('users.create.text')}</p>
        <TextInput label={t('users.email')} type="email" dir="ltr" {...identifier('primaryEmail')} data-autofocus />
        <TextInput
          label={t('users.phone')}
          placeholder="+49 30 123456"
          type="tel"
          dir="ltr"
          {...identifier('primaryPhone')}
        />
        <TextInput label={t('users.username')} dir="ltr" {...identifier('username')} />
        {isMissing && <Input.Error role="alert">{t('users.create.identifier_missing')}</Input.Error>}
        <TextInput
          label={t('users.create.name_optional')}
          dir="auto"
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <PasswordChoice
          kind={form.values.kind}
          onKind={(kind) => form.setFieldValue('kind', kind)}
          field={form.getInputProps('password')}
        />
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose}>
            {t('general.cancel')}
          </Button>
          <BusyButton type="submit" busy={save.isPending}>
            {t('users.create_button')}
          </BusyButton>
        </div>
      </form>
    </Dialog>
  );
}
