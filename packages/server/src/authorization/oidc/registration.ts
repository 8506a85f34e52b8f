// Applications that register themselves (RFC 7591): the library's endpoint, with the metadata that we store.
import type Provider from 'oidc-provider';
import { type AdapterPayload, errors, type KoaContextWithOIDC } from 'oidc-provider';
import { isGrantToRegister } from '../../authentication/applications/self-registration.ts';
import { random } from '../../random.ts';
import type { Services } from '../../services.ts';

/** Other metadata is ignored, as the standard allows. What an application may request is a rule of the tenant. */
const accepted = new Set([
  ...['client_name', 'redirect_uris', 'post_logout_redirect_uris', 'application_type'],
  ...['token_endpoint_auth_method', 'grant_types', 'response_types'],
]);
const answered = [...accepted, 'client_id', 'client_id_issued_at', 'client_secret', 'client_secret_expires_at'];

/** The library calls it before it reads the metadata. */
const idFactory = ({ oidc }: KoaContextWithOIDC): string => {
  const body = oidc.body as Record<string, unknown>;
  for (const name of Object.keys(body)) if (!accepted.has(name)) delete body[name];
  // Clients ask for every grant of the discovery document that they know.
  if (Array.isArray(body.grant_types)) {
    // The library would add it.
    if (!body.grant_types.includes('authorization_code')) {
      throw new errors.InvalidClientMetadata('grant_types must include authorization_code');
    }
    body.grant_types = body.grant_types.filter(isGrantToRegister);
  }
  return random.id();
};

export const registration = (isEnabled: boolean) =>
  isEnabled
    ? { enabled: true, idFactory, secretFactory: () => random.secret(), issueRegistrationAccessToken: false }
    : { enabled: false };

/** Answers with what was accepted, and with the scopes that the application can request. */
export const answerRegistrations = (
  { applications }: Pick<Services, 'applications'>,
  tenantId: string,
  provider: Provider,
) => {
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.oidc?.route !== 'registration' || ctx.status !== 201) return;
    const registered = ctx.body as AdapterPayload;
    const known = await applications.find(tenantId, registered.client_id ?? '');
    ctx.body = {
      ...Object.fromEntries(answered.flatMap((name) => (name in registered ? [[name, registered[name]]] : []))),
      scope: known?.client.scope,
    };
    ctx.status = 201; // a body alone would make it 200
  });
};

/** Clients in browsers run on any site. The endpoint takes no cookies, and anyone can register without a browser, too. */
export const registerFromAnyOrigin = (provider: Provider) => {
  provider.use(async (ctx, next) => {
    if (ctx.path !== '/reg' || !['OPTIONS', 'POST'].includes(ctx.method)) return next();
    ctx.set('Access-Control-Allow-Origin', '*');
    if (ctx.method === 'POST') return next();
    ctx.set({
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Max-Age': '3600',
    });
    ctx.status = 204;
  });
};
