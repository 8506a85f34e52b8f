// Fills a guide with the values of an application, and keeps what the reader chooses while reading.
import type { Application } from '@tessera/contract/applications';
import { type ReactNode, useState } from 'react';
import type { Versioned } from '../app/api.ts';
import { useServices } from '../app/services.tsx';
import type { Guide } from './guide.ts';
import { type PackageManager, ReadingProvider } from './reading.tsx';
import { valuesOf } from './values.ts';

type Secret = { value: string; expiresAt: number | null };

/** The first secret that still works; an application of old may have one outside the list. */
const secretOf = ({ secret }: Application, secrets: readonly Secret[]) => {
  const valid = secrets.find(({ expiresAt }) => expiresAt === null || expiresAt > Date.now());
  return valid?.value ?? (secret.startsWith('#internal:') ? '' : secret);
};

type Props = { guide: Guide; application: Versioned<Application>; secrets: readonly Secret[]; children: ReactNode };

export function GuideReading({ guide, application, secrets, children }: Props) {
  const { settings } = useServices();
  const [secretShown, setSecretShown] = useState(false);
  const [packageManager, setPackageManager] = useState<PackageManager>('npm');
  const appSecret = secretOf(application, secrets);
  const { redirectUris, postLogoutRedirectUris } = application.oidcClientMetadata;
  const values = valuesOf(guide, {
    endpoint: settings.tenantEndpoint,
    namespace: settings.namespace,
    managementResource: settings.wire.managementResource(settings.tenantId),
    appId: application.id,
    appSecret,
    redirectUris,
    postLogoutRedirectUris,
  });
  const shown = secretShown ? values : { ...values, appSecret: '*'.repeat(appSecret.length) };
  return (
    <ReadingProvider
      value={{
        application,
        values,
        shown,
        hasSecret: appSecret !== '',
        secretShown,
        toggleSecret: () => setSecretShown(!secretShown),
        packageManager,
        setPackageManager,
      }}
    >
      {children}
    </ReadingProvider>
  );
}
