// State of the script form: loading, editing, saving and testing.
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { changedFields } from '../../kit/changed-fields.ts';
import { useLeaveGuard } from '../../kit/leave-guard.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { failureIn } from './script-failure.ts';
import { checkValues, draftOf, type ScriptValues, valuesOf } from './script-values.ts';
import { type StoredScript, saveScript, scriptQuery, scriptsQuery, type TokenKind, tryScript } from './token-kinds.ts';

export type ScriptForm = ReturnType<typeof useScriptForm>['form'];

export function useScriptForm(kind: TokenKind, stored: StoredScript | undefined, onRefused: () => void) {
  const { t } = useTranslation();
  const { api } = useServices();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const toast = useSuccessToast();
  const form = useForm<ScriptValues>({
    initialValues: valuesOf(kind, stored),
    validateInputOnBlur: true,
    validate: (values) => checkValues(kind, values, t),
  });
  const changes = changedFields(form.getInitialValues(), form.values).length;
  useLeaveGuard({ active: changes > 0 });
  const back = () => navigate({ to: '/customize-jwt', ignoreBlocker: true, replace: true });
  const [userId, setUserId] = useState<string>();

  const save = useMutation({
    mutationFn: (values: ScriptValues) => saveScript(api, kind, draftOf(kind, values)),
    onSuccess: async (saved, values) => {
      queryClient.setQueryData(scriptQuery(api, kind).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: scriptsQuery(api).queryKey });
      form.resetDirty(values);
      toast(t(stored ? 'unsaved.saved' : 'custom-jwt.created'));
      if (!stored) await back();
    },
    meta: { suppress: ['jwt_customizer.general'] },
    onError: (error) => {
      const failure = failureIn(error);
      if (!failure) return;
      const { line, message } = failure;
      form.setFieldError('script', line === undefined ? message : `${t('custom-jwt.line', { line })} ${message}`);
      onRefused();
    },
  });
  const trial = useMutation({
    mutationFn: (values: ScriptValues) => tryScript(api, kind, draftOf(kind, values), userId),
    // The error is shown next to the script.
    meta: { silent: true },
  });

  return {
    form,
    changes,
    back,
    saving: save.isPending,
    /** Where the script that could not be saved is wrong. */
    refusedLine: failureIn(save.error)?.line,
    onSubmit: (showField: (name: string) => void) =>
      form.onSubmit(
        (values) => {
          if (!save.isPending) save.mutate(values);
        },
        (errors) => showField(Object.keys(errors)[0] ?? ''),
      ),
    trial: {
      running: trial.isPending,
      result: trial.data,
      /** The token of the test run. */
      token: trial.variables && {
        ...draftOf(kind, trial.variables).tokenSample,
        ...(userId !== undefined && { accountId: userId }),
      },
      error: trial.error ?? undefined,
      /** The user whose data is used instead of the sample. */
      userId,
      setUserId,
      start: () => {
        if (!trial.isPending) trial.mutate(form.getValues());
      },
      close: () => trial.reset(),
    },
  };
}
