// State of a details form: loaded values, current input, and saving with conflict detection.
import { type FormErrors, type FormValidateInput, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../app/api.ts';
import { ApiProblem } from '../app/problem.ts';
import { messageOf } from '../app/problems.ts';
import { useServices } from '../app/services.tsx';
import { changedFields, countChanges } from './changed-fields.ts';
import { useDraft } from './draft.ts';
import { fieldIssues, type Issue, invalidInput } from './field-issues.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { clashes, withMine, withTheirs } from './merge-values.ts';
import { revealFirstError } from './reveal-field.ts';
import { saveOver } from './save-over.ts';
import { useSuccessToast } from './success-toast.ts';

type Options<Entity, Values> = {
  /** The latest version the page knows. */
  entity: Versioned<Entity>;
  valuesOf: (entity: Entity) => Values;
  validate: (values: Values) => FormErrors;
  /** Fields that are never stored in the browser. */
  secrets?: readonly (keyof Values)[];
  read: () => Promise<Versioned<Entity>>;
  /** Sends the values as a conditional update of this version. `changed`: the fields that differ from it. */
  write: (
    base: Versioned<Entity>,
    values: Values,
    changed: readonly (keyof Values & string)[],
  ) => Promise<Versioned<Entity>>;
  /** Called with a newer version, to update the cache. */
  onNewVersion: (entity: Versioned<Entity>) => void;
  /** Maps a server issue to a field on the page; by default the field with the same name. */
  fieldOf?: (issue: Issue, values: Values) => string | undefined;
  /** Error codes that belong to one field unless the server names it; without a text, its message is used. */
  refusals?: Readonly<Record<string, { field: keyof Values & string; text?: string }>>;
  /** Pages below this path share the form and its draft, so switching between them needs no prompt. */
  within?: string;
  /** Reviews changes before saving. If it returns true, it takes over and calls `save` itself when appropriate. */
  review?: (before: Values, after: Values, save: () => Promise<void>) => boolean;
  onInvalid?: (errors: FormErrors) => void;
};

export type Conflict<Values> = {
  stored: Values;
  fields: readonly (keyof Values & string)[];
  overwrite: () => void;
  takeOver: () => void;
};

/** Its message names fields by their path in the body, which users don't know. */
const codeOf = (error: unknown): string => (error instanceof ApiProblem ? (error.code ?? '') : '');

const sameName = ({ path: [first] }: Issue, values: object) =>
  typeof first === 'string' && Object.hasOwn(values, first) ? first : undefined;

export function useDetailsForm<Entity, Values extends object>(options: Options<Entity, Values>) {
  const {
    entity,
    valuesOf,
    validate,
    secrets = [],
    read,
    write,
    onNewVersion,
    fieldOf = sameName,
    refusals = {},
  } = options;
  const { within, review, onInvalid } = options;
  const { t } = useTranslation();
  const { problems } = useServices();
  const toast = useSuccessToast();
  const draft = useDraft({ current: valuesOf(entity), secrets, ...(within !== undefined && { place: within }) });
  /** The version that the form started with. */
  const [loaded, setLoaded] = useState(() => ({
    etag: draft.found?.etag ?? entity.etag,
    values: draft.found?.before ?? valuesOf(entity),
  }));
  /** A newer version saved by another user, with conflicts to resolve. */
  const [newer, setNewer] = useState<Versioned<Entity>>();
  const form = useForm<Values>({
    initialValues: draft.found?.values ?? loaded.values,
    validateInputOnBlur: true,
    // The validator's type depends on the values, which only the page knows.
    validate: validate as FormValidateInput<Values>,
  });
  const changes = countChanges(loaded.values, form.values);

  const keepDraft = useEffectEvent(() => {
    if (changes > 0) draft.keep({ etag: loaded.etag, before: loaded.values, values: form.values });
    else draft.drop();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when one of these changes
  useEffect(() => keepDraft(), [loaded, form.values]);

  const begin = ({ etag }: { etag: string }, before: Values, values = before) => {
    setLoaded({ etag, values: before });
    setNewer(undefined);
    form.setValues(values);
    form.clearErrors();
  };
  const beginWith = (version: Versioned<Entity>) => begin(version, valuesOf(version));

  // A newer version was loaded in the background: merge it with the input. If both changed the same field, the user
  // decides when saving.
  const onArrival = useEffectEvent(() => {
    if (entity.etag === loaded.etag || newer) return;
    const versions = { loaded: loaded.values, stored: valuesOf(entity) };
    if (clashes(versions, form.values).length > 0) return;
    begin(entity, versions.stored, withMine(versions, form.values));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when a new version arrives
  useEffect(() => onArrival(), [entity]);

  const showErrors = (errors: FormErrors) => {
    revealFirstError(form, errors);
    onInvalid?.(errors);
  };

  const save = useMutation({
    mutationFn: ({ known, current, values }: { known: typeof loaded; current: Versioned<Entity>; values: Values }) =>
      saveOver({
        known: known.etag,
        current,
        read,
        write: (base) => {
          const stored = valuesOf(base);
          const merged = withMine({ loaded: known.values, stored }, values);
          return write(base, merged, changedFields(stored, merged));
        },
        canMerge: (base) => clashes({ loaded: known.values, stored: valuesOf(base) }, values).length === 0,
      }),
    meta: { suppress: [invalidInput, ...Object.keys(refusals)] },
    onSuccess: (outcome) => {
      if ('newer' in outcome) {
        setNewer(outcome.newer);
        return onNewVersion(outcome.newer);
      }
      onNewVersion(outcome.saved);
      beginWith(outcome.saved);
      toast(t('unsaved.saved'));
    },
    onError: (error, { values }) => {
      const code = codeOf(error);
      const refusal = refusals[code];
      const issues = fieldIssues(error).flatMap((issue) => {
        const field = fieldOf(issue, values);
        return field === undefined ? [] : [[field, issue.message]];
      });
      const errors = issues.length === 0 && refusal ? [[refusal.field, refusal.text ?? messageOf(error, t)]] : issues;
      if (errors.length === 0) {
        if (code === invalidInput) problems.report(error);
        return;
      }
      const found = Object.fromEntries(errors);
      form.setErrors(found);
      showErrors(found);
    },
  });

  useLeaveGuard({ active: changes > 0, onLeave: draft.drop, ...(within !== undefined && { within }) });

  const send = async (known: typeof loaded, current: Versioned<Entity>, values: Values) => {
    // The error has been reported already.
    if (!save.isPending) await save.mutateAsync({ known, current, values }).catch(() => undefined);
  };
  const submit = (known: typeof loaded, current: Versioned<Entity>, values: Values) => {
    const isReviewed = review?.(known.values, values, () => send(known, current, values)) ?? false;
    if (!isReviewed) void send(known, current, values);
  };

  const conflictWith = (found: Versioned<Entity>): Conflict<Values> => {
    const versions = { loaded: loaded.values, stored: valuesOf(found) };
    return {
      stored: versions.stored,
      fields: clashes(versions, form.getValues()),
      overwrite: () => {
        const values = withMine(versions, form.getValues());
        begin(found, versions.stored, values);
        if (!form.validate().hasErrors) submit({ etag: found.etag, values: versions.stored }, found, values);
      },
      takeOver: () => begin(found, versions.stored, withTheirs(versions, form.getValues())),
    };
  };

  return {
    form,
    changes,
    saving: save.isPending,
    onSubmit: form.onSubmit((values) => submit(loaded, entity, values), showErrors),
    /** Props of the save bar. */
    invalid: { count: Object.keys(form.errors).length, show: () => showErrors(form.errors) },
    before: loaded.values,
    discard: () => begin(loaded, loaded.values),
    conflict: newer && conflictWith(newer),
  };
}
