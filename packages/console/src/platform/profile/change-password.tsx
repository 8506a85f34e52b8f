// New password with confirmation. Policy violations are listed below the field.
import { Checkbox, CloseButton, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../app/problem.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import { useConfirm } from '../../kit/confirm.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import classes from './password-dialog.module.css';
import { PasswordDialog } from './password-dialog.tsx';
import { PasswordIssues, passwordIssues } from './password-issues.tsx';

const refused = 'password.rejected';
/** The current password was verified too long ago, or not at all. */
const unverified = ['session.verification_failed', 'session.verification_session_not_found'];

export function ChangePassword() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const form = useForm({
    initialValues: { password: '', again: '', keepSessions: false },
    validate: {
      password: (password) => (password === '' ? t('fields.password_required') : null),
      again: (again, { password }) => (again === password ? null : t('profile.password.differs')),
    },
  });
  const change = useChange((error) =>
    form.setFieldError('password', <PasswordIssues issues={passwordIssues(error)} />),
  );
  const field = (name: 'password' | 'again') => ({
    ...form.getInputProps(name),
    type: shown ? 'text' : 'password',
    autoComplete: 'new-password',
    maxLength: 1024,
    // The error is a list, which a paragraph cannot contain.
    errorProps: { component: 'div' as const },
    spellCheck: false,
    rightSectionPointerEvents: 'all' as const,
    rightSection: form.values[name] !== '' && (
      <CloseButton size="sm" aria-label={t('profile.password.clear')} onClick={() => form.setFieldValue(name, '')} />
    ),
  });
  return (
    <PasswordDialog title={t('profile.password.change')} text={t('profile.password.change_text')}>
      <form
        className={classes.form}
        onSubmit={form.onSubmit(({ password, keepSessions }) => change.mutate({ password, keepSessions }))}
        noValidate
      >
        <TextInput {...field('password')} label={t('profile.password.new')} data-autofocus />
        <TextInput {...field('again')} label={t('profile.password.again')} />
        <Checkbox
          label={t('fields.show_password')}
          checked={shown}
          onChange={(event) => setShown(event.currentTarget.checked)}
        />
        <Checkbox
          {...form.getInputProps('keepSessions', { type: 'checkbox' })}
          label={t('profile.password.keep_sessions')}
          description={t('profile.password.keep_sessions_hint')}
        />
        <BusyButton type="submit" busy={change.isPending}>
          {t('general.save')}
        </BusyButton>
      </form>
    </PasswordDialog>
  );
}

function useChange(onRefused: (error: ApiProblem) => void) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { alert } = useConfirm();
  const toast = useSuccessToast();
  return useMutation({
    mutationFn: (body: { password: string; keepSessions: boolean }) => api.me.post('/password', { body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: api.me.query('').queryKey });
      toast(t('profile.saved.password'));
      await navigate({ to: '/profile' });
    },
    onError: async (error) => {
      if (!(error instanceof ApiProblem) || error.code === undefined) return;
      if (error.code === refused) onRefused(error);
      if (!unverified.includes(error.code)) return;
      await alert({ title: t('profile.not_saved'), text: error.message });
      await navigate({ to: '/profile' });
    },
    meta: { suppress: [refused, ...unverified] },
  });
}
