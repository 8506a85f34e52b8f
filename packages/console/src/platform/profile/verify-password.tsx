// First step of changing the password or email address: verify the current password.
import { PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../app/problem.ts';
import { useServices } from '../../app/services.tsx';
import { BusyButton } from '../../kit/busy-button.tsx';
import classes from './password-dialog.module.css';
import { PasswordDialog } from './password-dialog.tsx';

const route = getRouteApi('/signed-in/profile-frame/profile/verify-password');
const wrongPassword = 'session.invalid_credentials';

export function VerifyPassword() {
  const { t } = useTranslation();
  const { api } = useServices();
  const navigate = useNavigate();
  const { next } = route.useSearch();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password === '' ? t('fields.password_required') : null) },
  });
  const verify = useMutation({
    mutationFn: (password: string) => api.me.post('/password/verify', { body: { password } }),
    onSuccess: () => navigate({ to: next === 'link-email' ? '/profile/link-email' : '/profile/change-password' }),
    onError: (error) => {
      if (error instanceof ApiProblem && error.code === wrongPassword) {
        form.setFieldError('password', t('profile.password.wrong'));
      }
    },
    meta: { suppress: [wrongPassword] },
  });
  return (
    <PasswordDialog title={t('profile.password.verify')} text={t('profile.password.verify_text')}>
      <form className={classes.form} onSubmit={form.onSubmit(({ password }) => verify.mutate(password))} noValidate>
        <PasswordInput
          {...form.getInputProps('password')}
          label={t('profile.password.current')}
          autoComplete="current-password"
          maxLength={1024}
          visibilityToggleButtonProps={{ 'aria-label': t('fields.show_password'), tabIndex: 0 }}
          data-autofocus
        />
        <BusyButton type="submit" busy={verify.isPending}>
          {t('general.continue')}
        </BusyButton>
      </form>
    </PasswordDialog>
  );
}
