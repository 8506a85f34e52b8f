// The form of a script: what was loaded, what is typed, saving it, and trying it out before.
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../app/services.tsx';
import { changedFields } from '../kit/changed-fields.ts';
import { useLeaveGuard } from '../kit/leave-guard.ts';
import { useSuccessToast } from '../kit/success-toast.ts';
import { checkValues, draftOf, type ScriptValues, valuesOf } from './script-values.ts';
import { type StoredScript, saveScript, scriptQuery, scriptsQuery, type TokenKind, tryScript } from './token-kinds.ts';

export type ScriptForm = ReturnType<typeof useScriptForm>['form'];

export function useScriptForm(kind: TokenKind, stored: StoredScript | undefined) {
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
  const back = () => navigate({ to: '/customize-jwt', ignoreBlocker: true });

  const save = useMutation({
    mutationFn: (values: ScriptValues) => saveScript(api, kind, draftOf(kind, values)),
    onSuccess: async (saved, values) => {
      queryClient.setQueryData(scriptQuery(api, kind).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: scriptsQuery(api).queryKey });
      form.resetDirty(values);
      toast(t(stored ? 'unsaved.saved' : 'custom-jwt.created'));
      if (!stored) await back();
    },
  });
  const trial = useMutation({
    mutationFn: (values: ScriptValues) => tryScript(api, kind, draftOf(kind, values)),
    // What goes wrong is what somebody wanted to know: it stands beside the script.
    meta: { silent: true },
  });

  return {
    form,
    changes,
    back,
    saving: save.isPending,
    onSubmit: (showField: (name: string) => void) =>
      form.onSubmit(
        (values) => {
          if (!save.isPending) save.mutate(values);
        },
        (errors) => showField(Object.keys(errors)[0] ?? ''),
      ),
    trial: {
      running: trial.isPending,
      claims: trial.data,
      /** The data of the token that was tried. */
      token: trial.variables && draftOf(kind, trial.variables).tokenSample,
      error: trial.error ?? undefined,
      start: () => {
        if (!trial.isPending) trial.mutate(form.getValues());
      },
      close: () => trial.reset(),
    },
  };
}
