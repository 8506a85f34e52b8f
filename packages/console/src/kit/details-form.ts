// The form of a details page: what was loaded, what is typed, and saving it without losing anybody's work.
import { type FormErrors, type FormValidateInput, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../app/api.ts';
import { ApiProblem } from '../app/problem.ts';
import { messageOf } from '../app/problems.tsx';
import { useServices } from '../app/services.tsx';
import { changedFields } from './changed-fields.ts';
import { useDraft } from './draft.ts';
import { fieldIssues, type Issue } from './field-issues.ts';
import { useLeaveGuard } from './leave-guard.ts';
import { changedElsewhere, withMine, withTheirs } from './merge-values.ts';
import { saveOver } from './save-over.ts';
import { useSuccessToast } from './success-toast.ts';

type Options<Entity, Values> = {
  /** The newest version that the page knows. */
  entity: Versioned<Entity>;
  valuesOf: (entity: Entity) => Values;
  validate: (values: Values) => FormErrors;
  /** Fields that are never kept in the browser. */
  secrets?: readonly (keyof Values)[];
  read: () => Promise<Versioned<Entity>>;
  /** Sends the values as a change of this version, and of no other. `changed`: in which they differ from it. */
  write: (
    base: Versioned<Entity>,
    values: Values,
    changed: readonly (keyof Values & string)[],
  ) => Promise<Versioned<Entity>>;
  /** Something newer has been read or saved: it belongs into the cache. */
  onNews: (entity: Versioned<Entity>) => void;
  /** Where on the page the field is that the server refused; without it, the field of the same name. */
  fieldOf?: (issue: Issue, values: Values) => string | undefined;
  /** Refusals that are about one field, by their code; without a text, what the server says. */
  refusals?: Readonly<Record<string, { field: keyof Values & string; text?: string }>>;
  /** The pages below this path show parts of the one form: going from one to another is free, and the draft is theirs. */
  within?: string;
  /** Looks at the changes before they are saved. True: it goes on itself, with `save`, or it does not. */
  review?: (before: Values, after: Values, save: () => Promise<void>) => boolean;
  onInvalid?: (errors: FormErrors) => void;
};

export type Conflict<Values> = {
  stored: Values;
  fields: readonly (keyof Values & string)[];
  overwrite: () => void;
  takeOver: () => void;
};

/** Its message names the fields by their place in the body, which nobody sees. */
const invalidInput = 'guard.invalid_input';
const codeOf = (error: unknown): string => (error instanceof ApiProblem ? (error.code ?? '') : '');

const sameName = ({ path: [first] }: Issue, values: object) =>
  typeof first === 'string' && Object.hasOwn(values, first) ? first : undefined;

export function useDetailsForm<Entity, Values extends object>(options: Options<Entity, Values>) {
  const { entity, valuesOf, validate, secrets = [], read, write, onNews, fieldOf = sameName, refusals = {} } = options;
  const { within, review, onInvalid } = options;
  const { t } = useTranslation();
  const { problems } = useServices();
  const toast = useSuccessToast();
  const draft = useDraft({ current: valuesOf(entity), secrets, ...(within !== undefined && { place: within }) });
  /** The version that the form began with. */
  const [loaded, setLoaded] = useState(() => ({
    etag: draft.found?.etag ?? entity.etag,
    values: draft.found?.before ?? valuesOf(entity),
  }));
  /** A newer version that somebody else saved meanwhile, and about which the person has to decide. */
  const [newer, setNewer] = useState<Versioned<Entity>>();
  const form = useForm<Values>({
    initialValues: draft.found?.values ?? loaded.values,
    validateInputOnBlur: true,
    // Its type follows the shape of the values, which only the page knows.
    validate: validate as FormValidateInput<Values>,
  });
  const changes = changedFields(loaded.values, form.values).length;

  const keepDraft = useEffectEvent(() => {
    if (changes > 0) draft.keep({ etag: loaded.etag, before: loaded.values, values: form.values });
    else draft.drop();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of these is another one
  useEffect(() => keepDraft(), [loaded, form.values]);

  const begin = ({ etag }: { etag: string }, before: Values, values = before) => {
    setLoaded({ etag, values: before });
    setNewer(undefined);
    form.setValues(values);
    form.clearErrors();
  };
  const beginWith = (version: Versioned<Entity>) => begin(version, valuesOf(version));

  // A newer version arrived by itself: shown at once beside what is typed. Where both changed the same field, the person
  // decides when they save.
  const onArrival = useEffectEvent(() => {
    if (entity.etag === loaded.etag || newer) return;
    const versions = { loaded: loaded.values, stored: valuesOf(entity) };
    const typed = new Set(changedFields(loaded.values, form.values));
    if (changedElsewhere(versions).some((field) => typed.has(field))) return;
    begin(entity, versions.stored, withMine(versions, form.values));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only its arrival matters
  useEffect(() => onArrival(), [entity]);

  const save = useMutation({
    mutationFn: ({ known, current, values }: { known: typeof loaded; current: Versioned<Entity>; values: Values }) =>
      saveOver({
        known: known.etag,
        current,
        read,
        write: (base) => write(base, values, changedFields(valuesOf(base), values)),
        isUntouched: (stored) => changedElsewhere({ loaded: known.values, stored: valuesOf(stored) }).length === 0,
      }),
    meta: { suppress: [invalidInput, ...Object.keys(refusals)] },
    onSuccess: (outcome) => {
      if ('newer' in outcome) {
        setNewer(outcome.newer);
        return onNews(outcome.newer);
      }
      onNews(outcome.saved);
      beginWith(outcome.saved);
      toast(t('unsaved.saved'));
    },
    onError: (error, { values }) => {
      const code = codeOf(error);
      const refusal = refusals[code];
      const errors = refusal
        ? [[refusal.field, refusal.text ?? messageOf(error, t)]]
        : fieldIssues(error).flatMap((issue) => {
            const field = fieldOf(issue, values);
            return field === undefined ? [] : [[field, t('fields.refused')]];
          });
      const [first] = errors;
      if (!first) {
        if (code === invalidInput) problems.report(error);
        return;
      }
      form.setErrors(Object.fromEntries(errors));
      form.getInputNode(first[0] ?? '')?.focus();
    },
  });

  useLeaveGuard({ active: changes > 0, onLeave: draft.drop, ...(within !== undefined && { within }) });

  const send = async (known: typeof loaded, current: Versioned<Entity>, values: Values) => {
    // What went wrong has been said by then.
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
      fields: changedElsewhere(versions),
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
    onSubmit: form.onSubmit(
      (values) => submit(loaded, entity, values),
      (errors) => {
        form.getInputNode(Object.keys(errors)[0] ?? '')?.focus();
        onInvalid?.(errors);
      },
    ),
    before: loaded.values,
    discard: () => begin(loaded, loaded.values),
    conflict: newer && conflictWith(newer),
  };
}
