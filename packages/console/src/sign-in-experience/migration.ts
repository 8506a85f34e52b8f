// Tenants that never chose how people get a new password had what followed from their connectors. It is written down,
// and shown to somebody before it is saved.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ExperienceForm } from './experience-form.ts';
import { hasPasswordSignIn } from './sign-up-rules.ts';
import type { Recovery } from './values.ts';

type Options = { recoveries: readonly Recovery[]; isDue: boolean };

export function useMigration({ form, before, onSubmit }: ExperienceForm, { recoveries, isDue }: Options): boolean {
  const begun = useRef(false);
  const isNeeded = isDue && recoveries.length > 0 && hasPasswordSignIn(before);
  const begin = useEffectEvent(() => {
    if (!isNeeded || begun.current || form.values.forgotPasswordMethods.length > 0) return;
    begun.current = true;
    form.setFieldValue('forgotPasswordMethods', [...recoveries]);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: as soon as it is known to be needed
  useEffect(() => begin(), [isNeeded]);
  const isFilled = form.values.forgotPasswordMethods.length > 0;
  const ask = useEffectEvent(() => {
    if (begun.current && isFilled) onSubmit();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list has been filled
  useEffect(() => ask(), [isFilled]);
  return isNeeded;
}
