// Checks while typing whether an email's domain has an enterprise SSO connector.
import type { Identifier } from '@tessera/contract/experience';
import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { useExternalSignIn } from './external-sign-in.ts';

const pause = 300;

export const useCompanyLookup = (identifier: Identifier | undefined) => {
  const { settings } = useApp();
  const { companiesFor } = useExternalSignIn();
  const email =
    settings.singleSignOnEnabled && settings.ssoConnectors.length > 0 && identifier?.type === 'email'
      ? identifier.value
      : undefined;
  const [found, setFound] = useState<{ email: string; connectorIds: string[] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the email changes
  useEffect(() => {
    if (!email || found?.email === email) return undefined;
    const timer = setTimeout(() => {
      // Ignore failures here; submitting the form checks again.
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
    /** For submissions that come before the lookup has finished. */
    ask: async (): Promise<string[]> => (!email ? [] : found?.email === email ? companies : companiesFor(email)),
  };
};
