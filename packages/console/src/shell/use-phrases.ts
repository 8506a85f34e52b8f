// Loads the phrases of an overlay when it opens.
import { useEffect, useState } from 'react';
import type { FeaturePhrases } from '../app/feature-phrases.ts';
import { useServices } from '../app/services.tsx';

/** Whether the phrases are there. A failure is thrown, as that of any other part of the page. */
export function usePhrases(feature: keyof FeaturePhrases, isOpen: boolean): boolean {
  const { texts } = useServices();
  const [outcome, setOutcome] = useState<true | Error>();
  useEffect(() => {
    if (isOpen) texts.open(feature).then(() => setOutcome(true), setOutcome);
  }, [feature, isOpen, texts]);
  if (outcome instanceof Error) throw outcome;
  return outcome === true;
}
