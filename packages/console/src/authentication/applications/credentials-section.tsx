// Client ID, issuer and secrets: everything a client library needs.
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { LabeledCopyButton } from '../../kit/copy-button.tsx';
import { CopyField } from '../../kit/copy-field.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import { NewTabLink } from '../../kit/new-tab-link.tsx';
import { Notice } from '../../kit/notice.tsx';
import type { ApplicationData } from './application.ts';
import { envFile } from './env-file.ts';
import { revealSecret } from './query.ts';
import { Secrets } from './secrets.tsx';
import { hasSecrets } from './settings-values.ts';
import type { Domain } from './use-domain.ts';

const isValid = ({ expiresAt }: { expiresAt: number | null }) => expiresAt === null || expiresAt > Date.now();

type Props = Pick<ApplicationData, 'application' | 'secrets'> & { domain: Domain };

export function CredentialsSection({ application, secrets, domain: { discovery, domainField } }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id, type, oidcClientMetadata, metadataUrl } = application;
  const clientId = metadataUrl ?? id;
  const readEnvFile = async () => {
    const newest = secrets.findLast(isValid);
    return envFile({
      issuer: discovery.issuer,
      appId: clientId,
      appSecret: newest && (await revealSecret(api, id, newest.name)),
      redirectUri: oidcClientMetadata.redirectUris[0],
      postLogoutRedirectUri: oidcClientMetadata.postLogoutRedirectUris[0],
    });
  };
  return (
    <FormSection
      id="credentials"
      title={t('applications.settings.credentials')}
      text={t('applications.settings.credentials_text')}
      action={<LabeledCopyButton label={t('general.copy_env')} value={readEnvFile} />}
    >
      <CopyField label={t('applications.id')} value={clientId} />
      {metadataUrl !== null && (
        <Notice actions={<NewTabLink href={metadataUrl}>{t('applications.settings.open_document')}</NewTabLink>}>
          {t('applications.settings.described')}
        </Notice>
      )}
      {domainField}
      <CopyField label={t('applications.settings.issuer')} value={discovery.issuer} />
      {hasSecrets(type) && <Secrets application={application} secrets={secrets} />}
    </FormSection>
  );
}
