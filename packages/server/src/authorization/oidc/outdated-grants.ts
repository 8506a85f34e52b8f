// Grants to applications that are described by a document. Users agreed to what the document said then, and the URL that
// is such an application's client ID outlives its deletion.
import type Provider from 'oidc-provider';
import type { KnownApplication } from './applications-as-clients.ts';

type Grant = Pick<InstanceType<Provider['Grant']>, 'iat'>;

const isBefore = ({ iat = 0 }: Grant, moment: number | null): boolean =>
  moment !== null && iat < Math.floor(moment / 1000);

/** Whether the application was deleted since, and came back. */
export const isOfPredecessor = (grant: Grant, application: KnownApplication | undefined): boolean =>
  application !== undefined && application.metadataUrl !== null && isBefore(grant, application.createdAt);

/** Whether the document has changed since, so that the user is asked again. */
export const isOutdated = (grant: Grant, application: KnownApplication | undefined): boolean =>
  application !== undefined && isBefore(grant, application.describedAt);
