// The grants an application may use to get tokens.
import {
  type ChoosableGrant,
  deviceGrant,
  grantsToChoose,
  tokenExchangeGrant,
} from '@tessera/contract/application-grants';
import type { ApplicationType } from '@tessera/contract/applications';
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

export function GrantsSection({ form, type }: { form: SettingsForm; type: ApplicationType }) {
  const { t } = useTranslation();
  return (
    <FormSection id="grants" title={t('applications.settings.grants')} text={t('applications.settings.grants_text')}>
      <CheckGroup
        label={t('applications.settings.grant_types')}
        options={grantsToChoose(type).map((grant) => ({
          value: grant,
          label: t(`applications.settings.grant_${names[grant]}`),
          description: t(`applications.settings.grant_${names[grant]}_hint`),
        }))}
        {...form.getInputProps('grantTypes')}
      />
    </FormSection>
  );
}
