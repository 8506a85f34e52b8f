// The draft of a form: restored when the page opens, stored while there are unsaved changes.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../app/drafts.ts';
import { useServices } from '../app/services.tsx';
import { useSuccessToast } from './success-toast.ts';

type Options<Values> = {
  /** The form's values without a draft. */
  current: Values;
  /** Fields that are never stored. */
  secrets: readonly (keyof Values)[];
  /** Distinguishes several forms on one page. */
  part?: string;
  /** Identifies the form if it spans several pages. */
  place?: string;
};

export function useDraft<Values extends object>({ current, secrets, part = '', place }: Options<Values>) {
  const { t } = useTranslation();
  const { drafts } = useServices();
  const toast = useSuccessToast();
  // Fixed at mount: the path changes while the user leaves the page.
  const [name] = useState(() => `${place ?? window.location.pathname}#${part}`);
  const [found] = useState(() => drafts.read(name, current));
  const isFound = found !== undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens
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
