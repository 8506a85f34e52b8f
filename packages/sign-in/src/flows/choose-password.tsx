// Pages to set a password: at registration, in an incomplete account and after a reset.
import { IconLock } from '@tabler/icons-react';
import { useApp } from '../app-context.ts';
import { PageLink } from '../kit/button.tsx';
import { useApplication } from '../kit/use-application.ts';
import { canSignIn } from '../sign-in-methods.ts';
import { useInteraction } from './interaction.ts';
import { NewPasswordForm } from './new-password-form.tsx';

export const RegisterPassword = () => {
  const { api, settings, store, t } = useApp();
  const { name } = useApplication();
  const { finish } = useInteraction();
  const register = async (password: string) => {
    await api('POST', '/experience/profile', { type: 'password', value: password });
    await finish();
  };
  return (
    <NewPasswordForm
      title="description.create_account"
      detail={name && t('description.get_started', { name })}
      label="input.create_password"
      identifier={store.get('identifier-input-value')}
      start="/register"
      action={t('action.create_account')}
      steps={register}
    >
      {canSignIn(settings) && (
        <p className="shelf">
          <span>
            {t('description.has_account')} <PageLink to="/sign-in">{t('action.sign_in')}</PageLink>
          </span>
        </p>
      )}
    </NewPasswordForm>
  );
};

export const ContinueWithPassword = () => {
  const { api, store, t } = useApp();
  const { resume } = useInteraction();
  const add = async (password: string) => {
    await api('POST', '/experience/profile', { type: 'password', value: password });
    await resume();
  };
  return (
    <NewPasswordForm
      title="description.choose_password"
      label="input.new_password"
      icon={IconLock}
      identifier={store.get('identifier-input-value')}
      action={t('action.continue')}
      steps={add}
    />
  );
};

export const ResetPassword = () => {
  const { api, store, go, t } = useApp();
  const { submit } = useInteraction();
  const identifier = store.get('sent-code')?.identifier;
  const reset = async (password: string) => {
    await api('PUT', '/experience/profile/password', { password });
    await submit();
    store.forgetAttempt();
    store.set('identifier-input-value', identifier);
    go('/sign-in', { replace: true, notice: 'description.password_changed' });
  };
  return (
    <NewPasswordForm
      title="description.choose_new_password"
      label="input.new_password"
      icon={IconLock}
      identifier={identifier}
      action={t('action.save_password')}
      steps={reset}
    />
  );
};
