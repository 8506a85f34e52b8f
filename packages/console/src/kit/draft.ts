// The draft of a form: found when the page is opened, kept while something is unsaved.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../app/drafts.ts';
import { useServices } from '../app/services.tsx';
import { useSuccessToast } from './success-toast.ts';

type Options<Values> = {
  /** The form's values without a draft. */
  current: Values;
  /** Fields that never leave the page. */
  secrets: readonly (keyof Values)[];
  /** Tells the forms of one page apart. */
  part?: string;
  /** Where the form stands, if that is not one page alone. */
  place?: string;
};

export function useDraft<Values extends object>({ current, secrets, part = '', place }: Options<Values>) {
  const { t } = useTranslation();
  const { drafts } = useServices();
  const toast = useSuccessToast();
  // The page where the form stands, also while somebody is leaving it.
  const [name] = useState(() => `${place ?? window.location.pathname}#${part}`);
  const [found] = useState(() => drafts.read(name, current));
  const isFound = found !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: said once, when the page is opened
  useEffect(() => {
    if (isFound) toast(t('unsaved.restored'));
  }, [isFound]);

  const open = (values: Values): object =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !secrets.includes(field as keyof Values)));
  return {
    found,
    keep: ({ etag, before, values }: Draft<Values>) =>
      drafts.keep(name, { etag, before: open(before), values: open(values) }),
    drop: () => drafts.drop(name),
  };
}
