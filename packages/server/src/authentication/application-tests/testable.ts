// Applications that can be tested, and their client authentication. The server knows their secrets, so that no one has to
// enter one.
import type { ApplicationType } from '@tessera/contract/applications';
import type { KnownApplication } from '../../authorization/oidc/applications-as-clients.ts';
import { isExpired } from '../../authorization/oidc/named-secrets.ts';
import { notFound, RequestError } from '../../infrastructure/http/request-error.ts';
import { findApplication } from '../applications/find-application.ts';
import type { BrowserContext } from '../browser-pages.ts';

const signInTypes: readonly ApplicationType[] = ['Native', 'SPA', 'Traditional'];
const machineTypes: readonly ApplicationType[] = ['MachineToMachine'];

/** The newest valid one; any of them authenticates the application. */
const secretOf = ({ services }: BrowserContext, { secrets }: KnownApplication): string | undefined =>
  secrets.findLast((secret) => !isExpired(secret, services.clock.now()))?.value;

const isPublic = ({ client }: KnownApplication) => client.token_endpoint_auth_method === 'none';

export const findTestable = async (
  ctx: BrowserContext,
  id: string,
  kind: 'sign-in' | 'machine',
): Promise<KnownApplication> => {
  // Built-in applications are not stored, and their clients are pages of our own.
  await findApplication(ctx, id);
  const application = await ctx.services.applications.find(ctx.tenantId, id);
  if (!application) throw notFound(id);
  const types = kind === 'sign-in' ? signInTypes : machineTypes;
  if (!types.includes(application.type)) throw new RequestError('application.test.type_not_supported');
  const { client } = application;
  if (kind === 'sign-in' && !client.grant_types?.includes('authorization_code')) {
    throw new RequestError('application.test.grant_not_allowed');
  }
  if (kind === 'sign-in' && client.redirect_uris?.length === 0) {
    throw new RequestError('application.test.redirect_uri_required');
  }
  if (!isPublic(application) && !secretOf(ctx, application)) throw new RequestError('application.test.secret_required');
  return application;
};

/** Headers and parameters that authenticate the application. */
export const clientAuthentication = (ctx: BrowserContext, application: KnownApplication) => {
  if (isPublic(application)) return { headers: {}, form: { client_id: application.clientId } };
  const credentials = [application.id, secretOf(ctx, application) ?? ''].map(encodeURIComponent).join(':');
  return { headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }, form: {} };
};
