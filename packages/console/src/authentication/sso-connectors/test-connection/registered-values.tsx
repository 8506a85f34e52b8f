// Values of this connector that a test found to be missing or wrong at the identity provider.
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../../kit/copy-field.tsx';
import type { SsoConnectorDetails } from '../query.ts';

type Props = { connector: SsoConnectorDetails };

/** The redirect URI; for SAML, the assertion consumer service URL. */
export function RedirectUri({ connector: { providerType }, value }: Props & { value: string }) {
  const { t } = useTranslation();
  const name = providerType === 'saml' ? 'assertionConsumerServiceUrl' : 'callbackUrl';
  return <CopyField label={t(`sso-connectors.connection.urls.${name}`)} value={value} />;
}

/** Only for SAML. */
export function Audience({ connector: { providerConfig } }: Props) {
  const { t } = useTranslation();
  if (!providerConfig || !('serviceProvider' in providerConfig)) return null;
  return (
    <CopyField label={t('sso-connectors.connection.urls.entityId')} value={providerConfig.serviceProvider.entityId} />
  );
}
