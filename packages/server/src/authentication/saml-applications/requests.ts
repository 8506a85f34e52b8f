// Reads a request of a service provider, and compares it with the settings of the application.
import {
  type AuthnRequest,
  type LogoutRequest,
  type Message,
  readAuthnRequest,
  readLogoutRequest,
  relayStateIn,
} from '@tessera/connectors/saml/request';
import { SamlError } from '@tessera/connectors/saml/saml-error';
import type { SamlApplication } from '@tessera/contract/saml-applications';
import { isStorable } from '@tessera/contract/storable';
import type { FastifyRequest } from 'fastify';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import type { SamlContext } from '../saml-pages.ts';
import { answeredAt, requestKeys } from './find.ts';
import { identityProviderOf } from './identity-provider.ts';

const longestRelayState = 1024;
/** How old a logout request may be, and how far its clock may differ. */
export const logoutLifetimeMs = 300_000;

export type Received = { message: Message; relayState: string | undefined };

const invalid = (reason: string) => new RequestError('application.saml.invalid_saml_request', { reason });

/** The reason is for the audit log, where the administrator looks for it. */
const read = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    if (!error.reason.startsWith('signature_')) throw invalid(error.message);
    throw new RequestError('application.saml.request_signature_invalid', { reason: error.message });
  }
};

const received = (request: FastifyRequest): Received => {
  if (request.method === 'POST') {
    const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : '');
    const message: Message = { binding: 'post', request: form.get('SAMLRequest') ?? '' };
    return { message, relayState: form.get('RelayState') ?? undefined };
  }
  const [, query = ''] = (request.raw.url ?? '').split(/\?(.*)/s);
  return { message: { binding: 'redirect', query }, relayState: relayStateIn(query) };
};

/** Either binding. */
export const receivedIn = (request: FastifyRequest): Received => {
  const { message, relayState } = read(() => received(request));
  if (relayState !== undefined && (relayState.length > longestRelayState || !isStorable(relayState))) {
    throw invalid(`a RelayState of ${relayState.length} characters`);
  }
  return { message, relayState };
};

const checkCommon = (
  ctx: SamlContext,
  { id, entityId }: SamlApplication,
  { issuer, destination }: AuthnRequest | LogoutRequest,
  service: 'signInUrl' | 'logoutUrl',
) => {
  if (issuer !== entityId) {
    throw new RequestError('application.saml.auth_request_issuer_not_match', { reason: `received ${issuer}` });
  }
  const own = identityProviderOf(ctx.services.addresses.at(ctx.visit.destination), id)[service];
  if (destination !== undefined && destination !== own) {
    throw new RequestError('application.saml.destination_mismatch', { reason: `received ${destination}` });
  }
};

/** Without known indexes, one has no effect: the standard allows to answer at the default then. */
const urlNamedIn = (
  { acsUrl }: SamlApplication,
  { assertionConsumerServiceUrl: url, assertionConsumerServiceIndex: index }: AuthnRequest,
): string | undefined => {
  const indexes = acsUrl?.indexes ?? [];
  if (url !== undefined || index === undefined || indexes.length === 0) return url;
  const found = indexes.find((one) => one.index === Number(index));
  if (!found) throw new RequestError('application.saml.acs_index_unknown', { reason: `received ${index}` });
  return found.url;
};

export const readSignIn = (ctx: SamlContext, application: SamlApplication, message: Message): AuthnRequest => {
  const request = read(() =>
    readAuthnRequest(message, requestKeys(application), { mayBeUnsigned: !application.wantsSignedRequests }),
  );
  checkCommon(ctx, application, request, 'signInUrl');
  const assertionConsumerServiceUrl = urlNamedIn(application, request);
  answeredAt(application, assertionConsumerServiceUrl);
  return { ...request, assertionConsumerServiceUrl };
};

export const hasSingleLogout = ({ signingCertificate, singleLogoutUrl }: SamlApplication) =>
  signingCertificate !== null && singleLogoutUrl !== null;

/** Always signed and recent, since it has an effect without the user's consent. */
export const readLogout = (ctx: SamlContext, application: SamlApplication, message: Message): LogoutRequest => {
  if (!hasSingleLogout(application)) throw new RequestError('application.saml.single_logout_not_configured');
  const request = read(() => readLogoutRequest(message, requestKeys(application)));
  checkCommon(ctx, application, request, 'logoutUrl');
  const now = ctx.services.clock.now();
  // Not a number is not within it either.
  if (!(Math.abs(request.issuedAt - now) < logoutLifetimeMs)) throw invalid('issued at another time');
  if (request.expiresAt !== undefined && !(request.expiresAt > now)) throw invalid('expired');
  return request;
};
