// The form of a SAML application's settings.
import type { SamlApplication } from '@tessera/contract/saml-applications';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../../app/api.ts';
import { useServices } from '../../../app/services.tsx';
import { useDetailsForm } from '../../../kit/details-form.ts';
import { checkSamlSettings, refusedField } from './check-settings.ts';
import { useNewVersion } from './new-version.ts';
import { patchOf, type SamlSettingsValues, valuesOf } from './settings-values.ts';

export type SamlSettingsForm = ReturnType<typeof useSamlSettingsForm>['form'];

export function useSamlSettingsForm(application: Versioned<SamlApplication>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { id } = application;
  const params = { id };
  return useDetailsForm<SamlApplication, SamlSettingsValues>({
    entity: application,
    valuesOf,
    validate: (values) => checkSamlSettings(values, t),
    read: () => api.management.get('/saml-applications/:id', { params }),
    write: ({ etag }, values, changed) =>
      api.management.patch('/saml-applications/:id', { params, body: patchOf(values, changed), etag }),
    onNewVersion: useNewVersion(id),
    fieldOf: refusedField,
    refusals: { 'application.saml.acs_url_binding_not_supported': { field: 'acsUrl' } },
  });
}
