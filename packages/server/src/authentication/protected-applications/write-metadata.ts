// Rules of the settings of protected applications. The application handlers call them, since the settings are a part of
// the application.
import type { Application } from '@tessera/contract/applications';
import { defaultSessionDuration, type ProtectedAppMetadata } from '@tessera/contract/protected-app-metadata';
import type { Context } from '../../context.ts';
import { databaseProblem } from '../../infrastructure/database/problems.ts';
import { isOwnUrl } from '../../infrastructure/http/own-hosts.ts';
import { invalidField, RequestError } from '../../infrastructure/http/request-error.ts';
import { requireAppsDomain } from '../../platform/domains/domain-rules.ts';
import { type StoredMetadata, urisOf } from './metadata.ts';

const subDomainPattern = /^[0-9a-z](?:[0-9a-z-]{0,61}[0-9a-z])?$/;

type Ctx = Pick<Context, 'services' | 'tenantId'>;
type New = { subDomain: string; origin: string };
type Patch = {
  origin?: string | undefined;
  sessionDuration?: number | undefined;
  pageRules?: ProtectedAppMetadata['pageRules'] | undefined;
};

const checkOrigin = async ({ services: { domains, outbound, settings } }: Ctx, origin: string) => {
  const path = ['protectedAppMetadata', 'origin'];
  const url = new URL(origin);
  if (isOwnUrl(settings, url) || (await domains.ownerOf(url.hostname))) throw invalidField(path, 'rules.own_origin');
  if (await outbound.isForbidden(origin)) throw invalidField(path, 'rules.private_origin');
};

const withoutBlanks = (pageRules: ProtectedAppMetadata['pageRules']) => pageRules.filter(({ path }) => path !== '');

/** The columns of a new application. */
export const newProtectedColumns = async (ctx: Ctx, given: New | undefined) => {
  if (!given) throw new RequestError('application.protected_app_metadata_is_required');
  const { subDomain, origin } = given;
  const domain = requireAppsDomain(ctx);
  if (!subDomainPattern.test(subDomain)) throw new RequestError('application.invalid_subdomain');
  await checkOrigin(ctx, origin);
  const host = `${subDomain}.${domain}`;
  const protectedAppMetadata = { host, origin, sessionDuration: defaultSessionDuration, pageRules: [] };
  return { protectedAppMetadata, oidcClientMetadata: urisOf(ctx.services.addresses, { host }) };
};

/** The database keeps two applications from having the same host. */
export const asTakenHost = (error: unknown) =>
  databaseProblem(error)?.code === 'domain.domain_in_use'
    ? new RequestError('application.protected_application_subdomain_exists')
    : error;

/** Before the row is locked, since a name is resolved. */
export const checkPatch = async (ctx: Ctx, before: Application, patch: Patch | undefined) => {
  if (!patch) return;
  if (before.type !== 'Protected') throw new RequestError('application.protected_application_only', { status: 400 });
  const { origin } = patch;
  if (origin !== undefined && origin !== before.protectedAppMetadata?.origin) await checkOrigin(ctx, origin);
};

/** Merged with the locked row, so that the state of custom domains is not lost. */
export const mergedColumns = (
  { services: { addresses } }: Ctx,
  locked: { oidcClientMetadata: object; protectedAppMetadata: unknown },
  { origin, sessionDuration, pageRules }: Patch,
  oidcClientMetadata: object = locked.oidcClientMetadata,
) => {
  const stored = locked.protectedAppMetadata as StoredMetadata | null;
  if (!stored) throw new RequestError('application.protected_application_misconfigured');
  const protectedAppMetadata: StoredMetadata = {
    ...stored,
    ...(origin !== undefined && { origin }),
    ...(sessionDuration !== undefined && { sessionDuration }),
    ...(pageRules !== undefined && { pageRules: withoutBlanks(pageRules) }),
  };
  return { protectedAppMetadata, oidcClientMetadata: { ...oidcClientMetadata, ...urisOf(addresses, stored) } };
};

export const refuseWithDomains = ({ protectedAppMetadata }: Pick<Application, 'protectedAppMetadata'>) => {
  if ((protectedAppMetadata?.customDomains ?? []).length > 0) {
    throw new RequestError('application.should_delete_custom_domains_first');
  }
};
