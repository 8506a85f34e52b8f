// The grants an application may use to get tokens.
import {
  type ChoosableGrant,
  deviceGrant,
  grantsToChoose,
  tokenExchangeGrant,
} from '@tessera/contract/application-grants';
import type { Application } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import { CheckGroup } from '../../kit/check-group.tsx';
import { FormSection } from '../../kit/form-section.tsx';
import type { SettingsForm } from './settings-form.ts';

const names = {
  authorization_code: 'code',
  refresh_token: 'refresh',
  [deviceGrant]: 'device',
  [tokenExchangeGrant]: 'exchange',
} as const satisfies Record<ChoosableGrant, string>;

type Props = { form: SettingsForm; application: Pick<Application, 'type' | 'isThirdParty' | 'metadataUrl'> };

export function GrantsSection({ form, application: { type, isThirdParty, metadataUrl } }: Props) {
  const { t } = useTranslation();
  // Third-party applications never act for users.
  const offered = grantsToChoose(type).filter((grant) => !isThirdParty || grant !== tokenExchangeGrant);
  return (
    <FormSection id="grants" title={t('applications.settings.grants')} text={t('applications.settings.grants_text')}>
      <CheckGroup
        label={t('applications.settings.grant_types')}
        options={offered.map((grant) => ({
          value: grant,
          label: t(`applications.settings.grant_${names[grant]}`),
          description: t(`applications.settings.grant_${names[grant]}_hint`),
        }))}
        disabled={metadataUrl !== null}
        {...form.getInputProps('grantTypes')}
      />
    </FormSection>
  );
}
