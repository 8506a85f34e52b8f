// Form of a security page. It updates only its part of the sign-in experience.
import type { FormErrors } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { useDetailsForm } from '../../kit/details-form.ts';
import type { Issue } from '../../kit/field-issues.ts';
import { type Body, type Experience, experienceQuery } from '../sign-in-experience/query.ts';

type Options<Values> = {
  valuesOf: (experience: Experience) => Values;
  validate: (values: Values) => FormErrors;
  bodyOf: (values: Values, base: Experience) => Body;
  fieldOf: (issue: Issue) => string | undefined;
  refusals?: Readonly<Record<string, { field: keyof Values & string; text?: string }>>;
  onInvalid?: (errors: FormErrors) => void;
};

export function useSecurityForm<Values extends object>(experience: Versioned<Experience>, options: Options<Values>) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  const { bodyOf, ...rest } = options;
  return useDetailsForm<Experience, Values>({
    entity: experience,
    ...rest,
    read: () => api.management.get('/sign-in-exp'),
    write: (base, values) => api.management.patch('/sign-in-exp', { body: bodyOf(values, base), etag: base.etag }),
    onNewVersion: (saved) => void queryClient.setQueryData(experienceQuery(api).queryKey, saved),
  });
}
