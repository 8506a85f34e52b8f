// Marks the button of the sign-in method that was last used in this browser.
import { type ReactNode, useId } from 'react';
import { useApp } from '../app-context.ts';
import { lastMethod } from '../boot/last-method.ts';

/** `badge` goes into the button, which `describedBy` describes. */
export type LastUsed = { badge?: ReactNode; describedBy?: string };

export const useLastUsed = (isMethod: (method: string) => boolean): LastUsed => {
  const { page, t } = useApp();
  const id = useId();
  const last = lastMethod(page);
  if (page.injected?.preview || last === undefined || !isMethod(last)) return {};
  const badge = (
    <small id={id} className="tag" aria-hidden="true">
      {t('secondary.last_used')}
    </small>
  );
  return { badge, describedBy: id };
};
