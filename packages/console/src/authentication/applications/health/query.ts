// What an application did in the last 30 days.
import type { ApplicationHealth } from '@tessera/contract/application-health';
import type { DomainHealth } from '@tessera/contract/protected-app-metadata';
import type { Api } from '../../../app/api.ts';

export type Health = ApplicationHealth;
export type Day = ApplicationHealth['days'][number];
export type Failure = ApplicationHealth['failures'][number];
export type UsedUri = ApplicationHealth['redirectUris'][number];
export type SecretHealth = ApplicationHealth['secrets'][number];

export type DomainCheck = DomainHealth['checks'][number];

export const healthQuery = (api: Api, id: string) => ({
  ...api.management.query('/applications/:id/health', { params: { id } }),
  meta: { panel: true },
});

/** Each read sends requests. */
export const domainHealthQuery = (api: Api, id: string) => ({
  ...api.management.query('/applications/:id/health/domain', { params: { id } }),
  meta: { silent: true },
  refetchOnWindowFocus: false,
  retry: false,
});
