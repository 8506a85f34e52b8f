// Labels of the settings of a protected application.
import type { TFunction } from 'i18next';
import type { ProtectedField } from './settings-values.ts';

export const protectedLabels = (t: TFunction): Record<ProtectedField, string> => ({
  name: t('applications.name'),
  description: t('applications.settings.description'),
  origin: t('applications.protected.origin'),
  pageRules: t('applications.protected.pages.rules'),
  sessionDays: t('applications.protected.session.days'),
  customData: t('applications.settings.custom_data'),
});
