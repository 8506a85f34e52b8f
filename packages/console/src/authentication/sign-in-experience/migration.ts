// Tenants that never configured password recovery use the methods derived from their connectors. This makes them
// explicit and shows them before saving.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs as soon as the migration is due
  useEffect(() => begin(), [isNeeded]);
  const isFilled = form.values.forgotPasswordMethods.length > 0;
  const ask = useEffectEvent(() => {
    if (begun.current && isFilled) onSubmit();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the list is filled
  useEffect(() => ask(), [isFilled]);
  return isNeeded;
}
