// Try it tab of an application: a real sign-in or token request with its settings, and the content of the tokens.
import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { usualGrants } from '@tessera/contract/application-grants';
import { useTranslation } from 'react-i18next';
import { FormSection, FormSections } from '../../../kit/form-section.tsx';
import { Notice } from '../../../kit/notice.tsx';
import { type ApplicationData, useApplication } from '../application.ts';
import { hasSecrets } from '../settings-values.ts';
import { MachineTest } from './machine-test.tsx';
import { SignInTest } from './sign-in-test.tsx';

const route = getRouteApi('/signed-in/layout/applications/$id');

const isValid = ({ expiresAt }: { expiresAt: number | null }) => expiresAt === null || expiresAt > Date.now();

/** Why the server would refuse a test, and the section of the settings that changes it. */
const obstacleTo = ({ application, secrets }: ApplicationData) => {
  const { type, customClientMetadata, oidcClientMetadata } = application;
  const { grantTypes = usualGrants } = customClientMetadata;
  const isMachine = type === 'MachineToMachine';
  if (!isMachine && !grantTypes.includes('authorization_code')) return { name: 'grant', section: 'grants' } as const;
  if (!isMachine && oidcClientMetadata.redirectUris.length === 0) {
    return { name: 'redirect_uri', section: 'redirect-uris' } as const;
  }
  if (hasSecrets(type) && !secrets.some(isValid)) return { name: 'secret', section: 'credentials' } as const;
  return undefined;
};

export function TryIt() {
  const { t } = useTranslation();
  const { id } = route.useParams();
  // The surrounding page shows its loading and error states.
  const { data } = useApplication(id);
  if (!data) return null;
  const isMachine = data.application.type === 'MachineToMachine';
  const obstacle = obstacleTo(data);
  if (obstacle) {
    return (
      <FormSections wide>
        <FormSection
          title={t('application-tests.request.title')}
          text={t(`application-tests.request.${isMachine ? 'machine_text' : 'text'}`)}
        >
          <Notice
            severity="warning"
            actions={
              <Button
                variant="default"
                size="compact-sm"
                renderRoot={(props) => (
                  <Link to="/applications/$id/settings" params={{ id }} hash={obstacle.section} {...props} />
                )}
              >
                {t('application-tests.not_possible.settings')}
              </Button>
            }
          >
            {t(`application-tests.not_possible.${obstacle.name}`)}
          </Notice>
        </FormSection>
      </FormSections>
    );
  }
  return isMachine ? <MachineTest key={id} id={id} /> : <SignInTest key={id} application={data.application} />;
}
