// The form of the settings of a thing: what was loaded, what is typed, and saving it without losing anybody's work.
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../app/problem.ts';
import { useServices } from '../app/services.tsx';
import { changedFields } from './changed-fields.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { changedElsewhere, withMine, withTheirs } from './merge-values.ts';
import { useSuccessToast } from './success-toast.ts';

/** Its message names the fields by their place in the body, which nobody sees. */
const invalidInput = 'guard.invalid_input';

type Options<E, V> = {
  /** As it is known here; whenever a newer one arrives and nothing is typed, the form shows that one. */
  entity: E;
  valuesOf: (entity: E) => V;
  /** Texts by the path of the field. */
  validate: (values: V) => Record<string, string>;
  /** Asks the server for its version. */
  read: () => Promise<E>;
  /** `stored` is the server's version; `changed` are the fields in which the values differ from it. */
  write: (values: V, stored: E, changed: readonly (keyof V & string)[]) => Promise<E>;
  onSaved: (saved: E) => void;
  /** Which fields a refusal is about, with the text for each; none when it is about none of them. */
  refused: (error: unknown, values: V) => Record<string, string>;
  /** Refusals that `refused` answers, so that nothing else says them. */
  suppress?: readonly string[];
};

export function useSettingsForm<E, V extends Record<string, unknown>>(options: Options<E, V>) {
  const { entity, valuesOf, validate, read, write, onSaved, refused, suppress = [] } = options;
  const { t } = useTranslation();
  const { problems } = useServices();
  const toast = useSuccessToast();
  /** The version that the form began with. */
  const [loaded, setLoaded] = useState(entity);
  /** A newer version that somebody else saved meanwhile, and about which the person has to decide. */
  const [newer, setNewer] = useState<E>();
  const form = useForm<V>({ initialValues: valuesOf(entity), validateInputOnBlur: true, validate });
  const changes = changedFields(form.getInitialValues(), form.values).length;

  const seed = (version: E, values = valuesOf(version)) => {
    setLoaded(version);
    setNewer(undefined);
    form.setValues(values);
    form.resetDirty(valuesOf(version));
  };

  // A newer version arrived by itself: shown at once where nothing is typed, compared at the next save where something is.
  const onNews = useEffectEvent(() => {
    if (entity !== loaded && changes === 0) seed(entity);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only its arrival matters
  useEffect(() => onNews(), [entity]);

  const save = useMutation({
    mutationFn: async ({ known, values }: { known: E; values: V }): Promise<{ newer: E } | { saved: E }> => {
      const stored = await read();
      if (changedElsewhere({ loaded: valuesOf(known), stored: valuesOf(stored) }).length > 0) return { newer: stored };
      return { saved: await write(values, stored, changedFields(valuesOf(stored), values)) };
    },
    meta: { suppress: [invalidInput, ...suppress] },
    onSuccess: (result) => {
      if ('newer' in result) return setNewer(result.newer);
      onSaved(result.saved);
      seed(result.saved);
      toast(t('unsaved.saved'));
    },
    onError: (error, { values }) => {
      const errors = refused(error, values);
      const [first] = Object.keys(errors);
      if (first === undefined) {
        if (error instanceof ApiProblem && error.code === invalidInput) problems.report(error);
        return;
      }
      form.setErrors(errors);
      form.getInputNode(first)?.focus();
    },
  });

  useLeaveGuard({ active: changes > 0 });

  const submit = (known: E, values: V) => {
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
