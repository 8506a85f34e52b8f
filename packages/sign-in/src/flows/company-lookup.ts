// While somebody types an address: whether their company signs them in by itself.
import type { Identifier } from '@tessera/contract/experience';
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { useElsewhere } from './go-elsewhere.ts';

const pause = 300;

export const useCompanyLookup = (identifier: Identifier | undefined) => {
  const { settings } = useApp();
  const { companiesFor } = useElsewhere();
  const email =
    settings.singleSignOnEnabled && settings.ssoConnectors.length > 0 && identifier?.type === 'email'
      ? identifier.value
      : undefined;
  const [found, setFound] = useState<{ email: string; connectorIds: string[] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the occasion
  useEffect(() => {
    if (!email || found?.email === email) return undefined;
    const timer = setTimeout(() => {
      // Who cannot ask now is told when the person goes on.
      companiesFor(email).then(
        (connectorIds) => setFound({ email, connectorIds }),
        () => undefined,
      );
    }, pause);
    return () => clearTimeout(timer);
  }, [email]);
  const companies = email && found?.email === email ? found.connectorIds : [];
  return {
    companies,
    /** For those who were quicker than the lookup. */
    ask: async (): Promise<string[]> => (!email ? [] : found?.email === email ? companies : companiesFor(email)),
  };
};
