// What a developer copies from here: the addresses of the tenant, the ID of the application, and its secrets.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { CopyField } from '../kit/copy-field.tsx';
import { FormSection } from '../kit/form-section.tsx';
import type { ApplicationParts } from './application.ts';
import { discoveryUrl } from './query.ts';
import { Secrets } from './secrets.tsx';
import { hasSecrets } from './settings-values.ts';

const otherEndpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const;

export function CredentialsSection({ application, secrets, discovery }: ApplicationParts) {
  const { t } = useTranslation();
  const { settings } = useServices();
  const [all, { toggle }] = useDisclosure();
  return (
    <FormSection title={t('applications.settings.credentials')} text={t('applications.settings.credentials_text')}>
      {!application.isThirdParty && (
        <CopyField label={t('applications.settings.endpoint')} value={`${settings.tenantEndpoint}/`} />
      )}
      <CopyField label={t('applications.settings.issuer')} value={discovery.issuer} />
      <CopyField label={t('applications.settings.jwks')} value={discovery.jwks_uri} />
      {all && (
        <>
          <CopyField label={t('applications.settings.discovery')} value={discoveryUrl(settings.tenantEndpoint)} />
          {otherEndpoints.map((name) => (
            <CopyField key={name} label={t(`applications.settings.${name}`)} value={discovery[name]} />
          ))}
        </>
      )}
      <div>
        <Button variant="subtle" aria-expanded={all} onClick={toggle}>
          {all ? t('applications.settings.hide_endpoints') : t('applications.settings.show_endpoints')}
        </Button>
      </div>
      <CopyField label={t('applications.id')} value={application.id} />
      {hasSecrets(application.type) && <Secrets application={application} secrets={secrets} />}
    </FormSection>
  );
}
