// The form of an application's settings.
import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { fieldIssues } from '../kit/field-issues.ts';
import { useSettingsForm } from '../kit/settings-form.ts';
import { checkSettings } from './check-settings.ts';
import { applicationListsKey, applicationQuery } from './query.ts';
import { refusedField } from './refused-fields.ts';
import { patchOf, type SettingsValues, valuesOf } from './settings-values.ts';

export type SettingsForm = ReturnType<typeof useApplicationForm>['form'];

export function useApplicationForm(application: Application) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const params = { id: application.id };
  const { queryKey } = applicationQuery(api, application.id);
  return useSettingsForm<Application, SettingsValues>({
    entity: application,
    valuesOf,
    validate: (values) => checkSettings(values, application.type, t),
    read: () => api.management.get('/applications/:id', { params }),
    write: (values, stored) => api.management.patch('/applications/:id', { params, body: patchOf(stored, values) }),
    onSaved: (saved) => {
      queryClient.setQueryData(queryKey, (before) => before && { ...before, ...saved });
      void queryClient.invalidateQueries({ queryKey: applicationListsKey });
    },
    refused: (error, values) => {
      const fields = fieldIssues(error).flatMap((issue) => refusedField(issue, values) ?? []);
      return Object.fromEntries(fields.map((field) => [field, t('fields.refused')]));
    },
  });
}
