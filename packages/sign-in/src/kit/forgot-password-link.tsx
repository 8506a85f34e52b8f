// Shown next to password fields if recovery is available.
import { useApp } from '../app-context.ts';
import { recoveryIdentifiers } from '../sign-in-methods.ts';
import { PageLink } from './button.tsx';

export const ForgotPasswordLink = () => {
  const { settings, t } = useApp();
  if (recoveryIdentifiers(settings).length === 0) return null;
  return <PageLink to="/forgot-password">{t('action.forgot_password')}</PageLink>;
};
