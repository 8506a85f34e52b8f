// The pages on which somebody chooses a password: to register, to complete an account, and in place of a forgotten one.
import { useApp } from '../app-context.ts';
import { useInteraction } from './interaction.ts';
import { NewPasswordForm } from './new-password-form.tsx';

export const RegisterPassword = () => {
  const { api, store, t } = useApp();
  const { finish } = useInteraction();
  const register = async (password: string) => {
    await api('POST', '/experience/profile', { type: 'password', value: password });
    await finish();
  };
  return (
    <NewPasswordForm
      identifier={store.get('identifier-input-value')}
      start="/register"
      action={t('action.create_account')}
      steps={register}
    />
  );
};

export const ContinueWithPassword = () => {
  const { api, store, t } = useApp();
  const { resume } = useInteraction();
  const add = async (password: string) => {
    await api('POST', '/experience/profile', { type: 'password', value: password });
    await resume();
  };
  return <NewPasswordForm identifier={store.get('identifier-input-value')} action={t('action.continue')} steps={add} />;
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
    go('/sign-in', { replace: true, news: 'description.password_changed' });
  };
  return <NewPasswordForm identifier={identifier} action={t('action.save_password')} steps={reset} />;
};
