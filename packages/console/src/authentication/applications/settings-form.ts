// The form of an application's settings.
import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import { checkSettings } from './check-settings.ts';
import { applicationListsKey, applicationQuery } from './query.ts';
import { refusedField } from './refused-fields.ts';
import { patchOf, type SettingsValues, valuesOf } from './settings-values.ts';

export type SettingsForm = ReturnType<typeof useSettingsForm>['form'];

export function useSettingsForm(application: Versioned<Application>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { id, type } = application;
  const params = { id };
  return useDetailsForm<Application, SettingsValues>({
    entity: application,
    valuesOf,
    validate: (values) => checkSettings(values, type, t),
    read: () => api.management.get('/applications/:id', { params }),
    write: (base, values) =>
      api.management.patch('/applications/:id', { params, body: patchOf(base, values), etag: base.etag }),
    onNewVersion: (newer) => {
      queryClient.setQueryData(applicationQuery(api, id).queryKey, (before) => before && { ...before, ...newer });
      void queryClient.invalidateQueries({ queryKey: applicationListsKey });
    },
    fieldOf: refusedField,
  });
}
