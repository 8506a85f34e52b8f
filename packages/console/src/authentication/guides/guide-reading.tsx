// Fills a guide with an application's values and holds the reader's choices.
import { useMutation } from '@tanstack/react-query';
import type { Application } from '@tessera/contract/applications';
import { type ReactNode, useState } from 'react';
import type { Versioned } from '../../app/api.ts';
import { useServices } from '../../app/services.tsx';
import { revealSecret } from '../applications/query.ts';
import { useDomainChoice } from '../connectors/domain-choice.tsx';
import type { Guide } from './guide.ts';
import { type PackageManager, ReadingProvider } from './reading.tsx';
import { valuesOf } from './values.ts';

type Secret = { name: string; expiresAt: number | null };

const validSecret = (secrets: readonly Secret[]) =>
  secrets.find(({ expiresAt }) => expiresAt === null || expiresAt > Date.now());

type Props = { guide: Guide; application: Versioned<Application>; secrets: readonly Secret[]; children: ReactNode };

export function GuideReading({ guide, application, secrets, children }: Props) {
  const { api, settings } = useServices();
  const { endpoint, domainField } = useDomainChoice();
  const [packageManager, setPackageManager] = useState<PackageManager>('npm');
  const secret = validSecret(secrets);
  const readSecret = secret && (() => revealSecret(api, application.id, secret.name));
  const reveal = useMutation({ mutationFn: async () => (await readSecret?.()) ?? '' });
  const secretShown = reveal.data !== undefined;
  const { redirectUris, postLogoutRedirectUris } = application.oidcClientMetadata;
  const shown = valuesOf(guide, {
    endpoint,
    namespace: settings.namespace,
    managementResource: settings.wire.managementResource(settings.tenantId),
    appId: application.id,
    appSecret: reveal.data ?? (secret ? '*'.repeat(32) : ''),
    redirectUris,
    postLogoutRedirectUris,
  });
  return (
    <ReadingProvider
      value={{
        application,
        shown,
        readSecret,
        secretShown,
        toggleSecret: () => {
          if (secretShown) reveal.reset();
          else if (!reveal.isPending) reveal.mutate();
        },
        packageManager,
        setPackageManager,
      }}
    >
      {domainField}
      {children}
    </ReadingProvider>
  );
}
