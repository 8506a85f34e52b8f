// Leads to the choice of an email or SMS connector that something needs.
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

export function ConnectorSetupLink({ type }: { type: 'Email' | 'Sms' }) {
  const { t } = useTranslation();
  return (
    <Link to="/connectors/passwordless/create/$type" params={{ type }}>
      {t('connectors.missing.set_up')}
    </Link>
  );
}
