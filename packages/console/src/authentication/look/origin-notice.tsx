// Explains why custom CSS and a custom sign-in UI are unavailable on this server, and how to enable them.
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Notice } from '../../kit/notice.tsx';

export function OriginNotice() {
  const { t } = useTranslation();
  const { settings } = useServices();
  if (settings.hasOwnOrigin) return null;
  return <Notice>{t('fields.needs_origin', { setting: 'TENANT_ENDPOINT' })}</Notice>;
}
