// The form of a protected application's settings.
import { useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../../app/api.ts';
import { useServices } from '../../../app/services.tsx';
import { useDetailsForm } from '../../../kit/details-form.ts';
import { applicationListsKey, applicationQuery } from '../query.ts';
import { checkProtectedSettings, refusedField } from './check-settings.ts';
import { type ProtectedValues, patchOf, valuesOf } from './settings-values.ts';

export type ProtectedForm = ReturnType<typeof useProtectedForm>['form'];

export function useProtectedForm(application: Versioned<Application>) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { id } = application;
  const params = { id };
  return useDetailsForm<Application, ProtectedValues>({
    entity: application,
    valuesOf,
    validate: (values) => checkProtectedSettings(values, valuesOf(application), t),
    read: () => api.management.get('/applications/:id', { params }),
    write: ({ etag }, values, changed) =>
      api.management.patch('/applications/:id', { params, body: patchOf(values, changed), etag }),
    onNewVersion: (newer) => {
      queryClient.setQueryData(applicationQuery(api, id).queryKey, (before) => before && { ...before, ...newer });
      void queryClient.invalidateQueries({ queryKey: applicationListsKey });
    },
    fieldOf: refusedField,
  });
}
