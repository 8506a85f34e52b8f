// Badge shown while development features are enabled.
import { useTranslation } from 'react-i18next';
import classes from './development-badge.module.css';
import { useServices } from './services.tsx';

export function DevelopmentBadge() {
  const { t } = useTranslation();
  const { settings } = useServices();
  if (!settings.devFeatures) return null;
  return <aside className={classes.badge}>{t('shell.dev_features')}</aside>;
}
