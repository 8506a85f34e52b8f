// The form behind all tabs of the sign-in experience.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import type { Issue } from '../../kit/field-issues.ts';
import { needsReview } from './change-review.ts';
import { checkValues } from './check-values.ts';
import { consoleConfigQuery, type Experience, experienceQuery } from './query.ts';
import type { Reach } from './reach.ts';
import { bodyOf, type Recovery, type Values, valuesOf } from './values.ts';

export type Review = { before: Values; after: Values; save: () => Promise<void> };

const inLists: Record<string, keyof Values> = { signUp: 'signUpIdentifiers', signIn: 'signInMethods' };
const fieldOf = ({ path }: Issue, values: Values): string | undefined => {
  const own = [...path].reverse().find((part) => typeof part === 'string' && Object.hasOwn(values, part));
  return own === undefined ? inLists[String(path[0])] : String(own);
};

const about = (field: keyof Values, codes: readonly string[]) =>
  Object.fromEntries(codes.map((code) => [`sign_in_experiences.${code}`, { field }]));
const refusals = {
  ...about('signUpIdentifiers', [
    'missing_sign_up_identifiers',
    'duplicated_sign_up_identifiers',
    'enabled_connector_not_found',
    'passwordless_requires_verify',
    'username_requires_password',
  ]),
  ...about('signInMethods', [
    'at_least_one_authentication_factor',
    'code_sign_in_must_be_enabled',
    'no_sign_in_method',
    'email_verification_code_cannot_be_used_for_sign_in',
    'phone_verification_code_cannot_be_used_for_sign_in',
  ]),
  ...about('forgotPasswordMethods', ['forgot_password_method_requires_connector']),
  ...about('fallbackLanguage', ['unsupported_default_language']),
};

type Options = {
  experience: Versioned<Experience>;
  reach: Reach;
  /** Password recovery methods derived from the connectors while none are configured. */
  implied: readonly Recovery[];
  /** Whether the sign-in experience has been customized before. */
  isCustomized: boolean;
  onInvalid: (errors: object) => void;
};

export function useExperienceForm({ experience, reach, implied, isCustomized, onInvalid }: Options) {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const queryClient = useQueryClient();
  const facts = { reach, factors: experience.mfa.factors };
  /** After a failed save, validate all fields on every change. */
  const [isStrict, setStrict] = useState(false);
  const [review, setReview] = useState<Review>();
  const details = useDetailsForm<Experience, Values>({
    entity: experience,
    valuesOf: (entity) => valuesOf(entity, implied),
    validate: (values) => checkValues(values, facts, t),
    read: () => api.management.get('/sign-in-exp'),
    write: async (base, values) => {
      const saved = await api.management.patch('/sign-in-exp', {
        body: bodyOf(values, { implied, base }),
        etag: base.etag,
      });
      if (!isCustomized) {
        const body = { signInExperienceCustomized: true };
        const config = await api.management.patch('/configs/admin-console', { body });
        queryClient.setQueryData(consoleConfigQuery(api).queryKey, config);
      }
      return saved;
    },
    onNewVersion: (saved) => void queryClient.setQueryData(experienceQuery(api).queryKey, saved),
    fieldOf,
    refusals,
    within: `${settings.basePath}/sign-in-experience`,
    review: (before, after, save) => {
      if (!needsReview(before, after)) return false;
      setReview({ before, after, save });
      return true;
    },
    onInvalid: (errors) => {
      setStrict(true);
      onInvalid(errors);
    },
  });
  const { form, changes } = details;
  const check = useEffectEvent(() => {
    if (isStrict) form.setErrors(checkValues(form.values, facts, t));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a value changes
  useEffect(() => check(), [form.values]);
  // After saving or discarding, validate on save again.
  useEffect(() => {
    if (changes === 0) setStrict(false);
  }, [changes]);
  return { ...details, review, endReview: () => setReview(undefined) };
}
export type ExperienceForm = ReturnType<typeof useExperienceForm>;
