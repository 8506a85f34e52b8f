// Says when users can't sign in, or soon won't, because of the signing certificate.
import type { SamlCertificate } from '@tessera/contract/saml-applications';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../kit/notice.tsx';

const warningTime = 30 * 86_400_000;

export function CertificateNotice({ certificates }: { certificates: readonly SamlCertificate[] }) {
  const { t, i18n } = useTranslation();
  const active = certificates.find((certificate) => certificate.active);
  if (!active) return <Notice severity="warning">{t('applications.saml.certificates.none_active')}</Notice>;
  const left = active.expiresAt - Date.now();
  if (left > warningTime) return null;
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(active.expiresAt);
  return (
    <Notice severity="warning">
      {t(`applications.saml.certificates.${left > 0 ? 'expires_soon' : 'expired'}`, { date })}
    </Notice>
  );
}
