// The form of an application's settings: what was loaded, what is typed, and saving it without losing anybody's work.
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../app/problem.ts';
import { useServices } from '../app/services.tsx';
import { changedFields } from '../kit/changed-fields.ts';
import { fieldIssues } from '../kit/field-issues.ts';
import { useLeaveGuard } from '../kit/leave-guard.ts';
import { useSuccessToast } from '../kit/success-toast.ts';
import { checkSettings } from './check-settings.ts';
import { changedElsewhere, withMine, withTheirs } from './merge-settings.ts';
import { applicationListsKey, applicationQuery } from './query.ts';
import { refusedField } from './refused-fields.ts';
import { patchOf, type SettingsValues, valuesOf } from './settings-values.ts';

/** Its message names the fields by their place in the body, which nobody sees. */
const invalidInput = 'guard.invalid_input';

const isInvalidInput = (error: unknown) => error instanceof ApiProblem && error.code === invalidInput;

export type SettingsForm = ReturnType<typeof useSettingsForm>['form'];

export function useSettingsForm(application: Application) {
  const { t } = useTranslation();
  const { api, problems } = useServices();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  /** The version that the form began with. */
  const [loaded, setLoaded] = useState(application);
  /** A newer version that somebody else saved meanwhile, and about which the person has to decide. */
  const [newer, setNewer] = useState<Application>();
  const form = useForm<SettingsValues>({
    initialValues: valuesOf(application),
    validateInputOnBlur: true,
    validate: (values) => checkSettings(values, application.type, t),
  });
  const changes = changedFields(form.getInitialValues(), form.values).length;
  const { id } = application;
  const { queryKey } = applicationQuery(api, id);

  const seed = (version: Application, values = valuesOf(version)) => {
    setLoaded(version);
    setNewer(undefined);
    form.setValues(values);
    form.resetDirty(valuesOf(version));
  };

  // A newer version arrived by itself: shown at once where nothing is typed, compared at the next save where something is.
  const onNews = useEffectEvent(() => {
    if (application !== loaded && changes === 0) seed(application);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only its arrival matters
  useEffect(() => onNews(), [application]);

  const save = useMutation({
    mutationFn: async ({ known, values }: { known: Application; values: SettingsValues }) => {
      const stored = await api.management.get('/applications/:id', { params: { id } });
      if (changedElsewhere({ loaded: valuesOf(known), stored: valuesOf(stored) }).length > 0) return { newer: stored };
      return {
        saved: await api.management.patch('/applications/:id', { params: { id }, body: patchOf(stored, values) }),
      };
    },
    meta: { suppress: [invalidInput] },
    onSuccess: ({ newer: found, saved }) => {
      if (!saved) return setNewer(found);
      queryClient.setQueryData(queryKey, (before) => before && { ...before, ...saved });
      void queryClient.invalidateQueries({ queryKey: applicationListsKey });
      seed(saved);
      toast(t('unsaved.saved'));
    },
    onError: (error, { values }) => {
      const fields = fieldIssues(error).flatMap((issue) => refusedField(issue, values) ?? []);
      if (fields.length === 0) {
        if (isInvalidInput(error)) problems.report(error);
        return;
      }
      form.setErrors(Object.fromEntries(fields.map((field) => [field, t('fields.refused')])));
      form.getInputNode(fields[0] ?? '')?.focus();
    },
  });

  useLeaveGuard({ active: changes > 0 });

  const submit = (known: Application, values: SettingsValues) => {
    if (!save.isPending) save.mutate({ known, values });
  };
  const versions = newer && { loaded: valuesOf(loaded), stored: valuesOf(newer) };

  return {
    form,
    changes,
    saving: save.isPending,
    onSubmit: form.onSubmit(
      (values) => submit(loaded, values),
      (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
    ),
    discard: () => seed(loaded),
    conflict: newer &&
      versions && {
        stored: versions.stored,
        fields: changedElsewhere(versions),
        overwrite: () => {
          const values = withMine(versions, form.getValues());
          seed(newer, values);
          if (!form.validate().hasErrors) submit(newer, values);
        },
        takeOver: () => seed(newer, withTheirs(versions, form.getValues())),
      },
  };
}
