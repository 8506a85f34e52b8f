// State of the setup form: draft, validation and creation.
import { type FormErrors, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../../app/problem.ts';
import { messageOf } from '../../app/problems.ts';
import { useServices } from '../../app/services.tsx';
import { countChanges } from '../../kit/changed-fields.ts';
import { useDraft } from '../../kit/draft.ts';
import { fieldIssues, invalidInput } from '../../kit/field-issues.ts';
import { useLeaveGuard } from '../../kit/leave-guard.ts';
import { revealFirstError } from '../../kit/reveal-field.ts';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { acsUrl, isSaml } from './callback-urls.tsx';
import { type ConnectorValues, checkValues, fieldOfIssue, secretKeys } from './form-values.ts';
import { bodyOf, type Facts, newValues } from './own-values.ts';
import { aboutConnectors } from './query.ts';
import { useAddToSignInPage } from './sign-in-page.tsx';

const sameTarget = 'connector.multiple_target_with_same_platform';
const handled = [invalidInput, 'connector.invalid_config', sameTarget];

/** With what can be filled in already. */
const useStart = (facts: Facts, id: string): ConnectorValues => {
  const { settings } = useServices();
  const [start] = useState(() => ({
    ...newValues(facts),
    ...(facts.type === 'Social' && { '@onSignInPage': true }),
    ...(isSaml(facts) && {
      assertionConsumerServiceUrl: acsUrl({ endpoint: settings.tenantEndpoint, connectorId: id }),
    }),
  }));
  return start;
};

export function useSetupForm(facts: Facts, id: string) {
  const { t } = useTranslation();
  const { api, problems } = useServices();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const toast = useSuccessToast();
  const addToSignInPage = useAddToSignInPage();
  const items = facts.formItems ?? [];
  const start = useStart(facts, id);
  const draft = useDraft({ current: start, secrets: secretKeys(items), part: id });
  const form = useForm<ConnectorValues>({
    initialValues: draft.found?.values ?? start,
    validateInputOnBlur: true,
    validate: (values) => checkValues(items, values, { isStandard: facts.isStandard ?? false, t }),
  });
  const changes = countChanges(start, form.values);

  const keepDraft = useEffectEvent(() => {
    if (changes > 0) draft.keep({ etag: '', before: start, values: form.values });
    else draft.drop();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the values change
  useEffect(() => keepDraft(), [form.values]);

  const showErrors = (errors: FormErrors) => revealFirstError(form, errors);
  const refuse = (error: Error, values: ConnectorValues) => {
    const isSameTarget = error instanceof ApiProblem && error.code === sameTarget && '@target' in values;
    const found = [
      ...(isSameTarget ? [['@target', messageOf(error, t)]] : []),
      ...fieldIssues(error).flatMap((issue) => {
        const field = fieldOfIssue(issue, values);
        return field === undefined ? [] : [[field, issue.message]];
      }),
    ];
    if (found.length === 0) {
      // All other errors have been reported.
      if (error instanceof ApiProblem && handled.includes(error.code ?? '')) problems.report(error);
      return;
    }
    const errors = Object.fromEntries(found);
    form.setErrors(errors);
    showErrors(errors);
  };

  const create = useMutation({
    mutationFn: (values: ConnectorValues) =>
      api.management.post('/connectors', { body: { connectorId: facts.factoryId, id, ...bodyOf(facts, values) } }),
    meta: { suppress: handled },
    onSuccess: async ({ target }, values) => {
      draft.drop();
      toast(t('connectors.setup.done'));
      // A failure is reported, and the connector's page offers it again.
      if (values['@onSignInPage'] === true) await addToSignInPage.mutateAsync(target).catch(() => undefined);
      void queryClient.invalidateQueries({ predicate: aboutConnectors });
      await navigate({ to: '/connectors/$id', params: { id }, replace: true, ignoreBlocker: true });
    },
    onError: refuse,
  });

  useLeaveGuard({ active: changes > 0 && !create.isSuccess, onLeave: draft.drop });

  return {
    form,
    isSaving: create.isPending || addToSignInPage.isPending,
    isChanged: changes > 0,
    onSubmit: form.onSubmit((values) => {
      if (!create.isPending) create.mutate(values);
    }, showErrors),
    close: () => void navigate({ to: facts.type === 'Social' ? '/connectors/social' : '/connectors/passwordless' }),
  };
}
