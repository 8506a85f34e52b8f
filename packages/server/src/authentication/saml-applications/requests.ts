// Reads a request of a service provider, and compares it with the settings of the application.
import {
  type AuthnRequest,
  type LogoutRequest,
  type Message,
  readAuthnRequest,
  readLogoutRequest,
} from '@tessera/connectors/saml/request';
import { SamlError } from '@tessera/connectors/saml/saml-error';
import type { LogKey } from '@tessera/contract/audit-log-keys';
import type { SamlApplication } from '@tessera/contract/saml-applications';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { SamlContext } from '../saml-pages.ts';
import { requestKeys } from './find.ts';
import { identityProviderOf } from './identity-provider.ts';

const longestRelayState = 1024;

export type Received = { message: Message; relayState: string | undefined };

/** Either binding. */
export const receivedIn = (request: FastifyRequest): Received => {
  const isPost = request.method === 'POST';
  const [, query = ''] = (request.raw.url ?? '').split(/\?(.*)/s);
  const form = new URLSearchParams(isPost && Buffer.isBuffer(request.body) ? request.body.toString() : query);
  const relayState = form.get('RelayState') ?? undefined;
  if (!form.get('SAMLRequest') || (relayState?.length ?? 0) > longestRelayState) {
    throw new RequestError('application.saml.invalid_saml_request');
  }
  const message: Message = isPost
    ? { binding: 'post', request: form.get('SAMLRequest') ?? '' }
    : { binding: 'redirect', query };
  return { message, relayState };
};

const refusals: Partial<Record<SamlError['reason'], 'application.saml.request_signature_invalid'>> = {
  signature_missing: 'application.saml.request_signature_invalid',
  signature_invalid: 'application.saml.request_signature_invalid',
  signature_algorithm: 'application.saml.request_signature_invalid',
  signature_reference: 'application.saml.request_signature_invalid',
};

/** With the reason in the audit log, where the administrator looks for it. */
const recorded = async <T>(ctx: SamlContext, key: LogKey, applicationId: string, work: () => T): Promise<T> => {
  try {
    return work();
  } catch (error) {
    const code = error instanceof SamlError ? (refusals[error.reason] ?? 'application.saml.invalid_saml_request') : '';
    const shown = code ? new RequestError(code) : error;
    if (!(shown instanceof RequestError)) throw error;
    const details = { code: shown.code, message: (error as Error).message };
    ctx.audit(key, { result: 'Error', applicationId, error: details });
    throw shown;
  }
};

const checkCommon = (
  ctx: SamlContext,
  { id, entityId }: SamlApplication,
  { issuer, destination }: AuthnRequest | LogoutRequest,
  service: 'signInUrl' | 'logoutUrl',
) => {
  if (issuer !== entityId) throw new RequestError('application.saml.auth_request_issuer_not_match');
  const own = identityProviderOf(ctx.services.addresses.at(ctx.visit.destination), id)[service];
  if (destination !== undefined && destination !== own) {
    throw new RequestError('application.saml.destination_mismatch');
  }
};

export const readSignIn = (ctx: SamlContext, application: SamlApplication, message: Message): Promise<AuthnRequest> =>
  recorded(ctx, 'SamlApplication.AuthnRequest', application.id, () => {
    const request = readAuthnRequest(message, requestKeys(application));
    checkCommon(ctx, application, request, 'signInUrl');
    const { assertionConsumerServiceUrl: url } = request;
    if (url !== undefined && url !== application.acsUrl?.url) {
      throw new RequestError('application.saml.acs_url_mismatch');
    }
    return request;
  });

/** Always signed, since it has an effect without the user's consent. */
export const readLogout = (ctx: SamlContext, application: SamlApplication, message: Message): Promise<LogoutRequest> =>
  recorded(ctx, 'SamlApplication.Logout', application.id, () => {
    const keys = requestKeys(application);
    if (keys.length === 0 || application.singleLogoutUrl === null) {
      throw new RequestError('application.saml.single_logout_not_configured');
    }
    const request = readLogoutRequest(message, keys);
    checkCommon(ctx, application, request, 'logoutUrl');
    // Not a number is not in the future either.
    if (request.expiresAt !== undefined && !(request.expiresAt > ctx.services.clock.now())) {
      throw new RequestError('application.saml.invalid_saml_request');
    }
    return request;
  });
