// Loaders: the logo for the whole console, and a delayed spinner for pages.
import { Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Logo } from './logo.tsx';

function LateSpinner() {
  const { t } = useTranslation();
  return (
    <div className="late" role="status" aria-label={t('general.loading')}>
      <Loader size={20} />
    </div>
  );
}

export function AppLoader() {
  return (
    <div className="app-loader">
      <Logo size={40} />
      <LateSpinner />
    </div>
  );
}

export function PageLoader() {
  return (
    <div className="app-loader">
      <LateSpinner />
    </div>
  );
}
