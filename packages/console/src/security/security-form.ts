// The form of one security page: it changes one part of the sign-in experience, and nothing beside it.
import type { FormErrors } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer, Sent } from '@tessera/contract/kit';
import type { signInExperiences } from '@tessera/contract/sign-in-experience';
import type { Versioned } from '../app/api.ts';
import { useServices } from '../app/services.tsx';
import { useDetailsForm } from '../kit/details-form.ts';
import type { Issue } from '../kit/field-issues.ts';
import { experienceQuery } from './query.ts';

type Operations = (typeof signInExperiences)['operations'];
/** As it travels: what the tenant never set may be missing. */
export type Experience = Answer<Operations['get']>;
type Body = NonNullable<Sent<Operations['update']>['body']>;

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
    onNews: (saved) => void queryClient.setQueryData(experienceQuery(api).queryKey, saved),
  });
}
