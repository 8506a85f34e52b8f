// Endpoints of the tenant, for clients without discovery.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { CopyField } from '../../kit/copy-field.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import type { ApplicationData } from './application.ts';
import { discoveryUrl } from './query.ts';
import type { Domain } from './use-domain.ts';

const otherEndpoints = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'end_session_endpoint',
] as const;

type Props = Pick<ApplicationData, 'application'> & { domain: Domain };

export function EndpointsSection({ application, domain: { endpoint, discovery } }: Props) {
  const { t } = useTranslation();
  const [all, { toggle }] = useDisclosure();
  return (
    <FormSection
      id="endpoints"
      title={t('applications.settings.endpoints')}
      text={t('applications.settings.endpoints_text')}
    >
      {!application.isThirdParty && <CopyField label={t('applications.settings.endpoint')} value={`${endpoint}/`} />}
      <CopyField label={t('applications.settings.jwks')} value={discovery.jwks_uri} />
      {all && (
        <>
          <CopyField label={t('applications.settings.discovery')} value={discoveryUrl(endpoint)} />
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
    </FormSection>
  );
}
