// Passkeys (WebAuthn): options for the browser and verification of its response. Callers store and consume challenges.
import type { PasskeyAnswer, PasskeyCreation, PasskeyRegistration, PasskeyRequest } from '@tessera/contract/web-authn';
import type { Addresses } from '../../addresses.ts';
import type { Clock } from '../../clock.ts';
import type { RequestContext } from '../../infrastructure/http/context.ts';
import { RequestError } from '../../infrastructure/http/request-error.ts';
import { random } from '../../random.ts';
import type { SignInExperiences } from '../sign-in-experience/cached-sign-in-experiences.ts';
import { type Factor, type FactorOwner, isPasskey, type PasskeyFactor } from './factors.ts';

type Ctx = Pick<RequestContext<{ addresses: Addresses }>, 'services' | 'tenantId' | 'db' | 'visit' | 'log'>;
type RegistrationCtx = Pick<RequestContext<{ addresses: Addresses; signInExperiences: SignInExperiences }>, keyof Ctx>;

const timeout = 60_000;
/** As WebAuthn recommends if the user is verified. There is no known account whose next step would wait. */
const signInTimeout = 300_000;
// ES256 and RS256.
const algorithms = [-7, -257];

const ceremonies = () => import('./passkey-ceremonies.ts');
/** The passkeys of this host, if a tenant has several. */
const known = (factors: Factor[], host: string) =>
  factors
    .filter(isPasskey)
    .filter(({ rpId = host }) => rpId === host)
    .map(({ credentialId: id, transports }) => ({
      id,
      type: 'public-key' as const,
      ...(transports && { transports }),
    }));

/** Passkeys belong to the tenant's host, and work on its pages and related origins. */
const relyingPartyOf = async ({ services, visit, db }: Ctx) => {
  const { hostname, origin } = new URL(services.addresses.at(visit.destination));
  const center = await db.selectFrom('accountCenters').select('webauthnRelatedOrigins').executeTakeFirst();
  return { host: hostname, origins: [origin, ...((center?.webauthnRelatedOrigins ?? []) as string[])] };
};

/** The library's errors are logged; users only learn that it failed. */
const refusing = async <T>({ log }: Ctx, verify: () => Promise<T>): Promise<T> => {
  try {
    return await verify();
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused');
    throw new RequestError('session.mfa.webauthn_verification_failed');
  }
};

export const registrationOptions = async (ctx: RegistrationCtx, owner: FactorOwner): Promise<PasskeyCreation> => {
  const { generateRegistrationOptions } = await ceremonies();
  const { host } = await relyingPartyOf(ctx);
  const { passkeySignIn } = await ctx.services.signInExperiences.of(ctx.tenantId);
  const userName = owner.username ?? owner.primaryEmail ?? owner.primaryPhone ?? owner.name ?? owner.id;
  const options = await generateRegistrationOptions({
    rpName: host,
    rpID: host,
    userID: new TextEncoder().encode(owner.id),
    userName,
    userDisplayName: owner.name ?? userName,
    timeout,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known(owner.factors, host),
    // Verified users make the passkey a factor of its own; only a discoverable one can be found without a username.
    authenticatorSelection: {
      residentKey: passkeySignIn.enabled ? 'required' : 'discouraged',
      userVerification: 'required',
    },
  });
  const { rp, user, challenge, pubKeyCredParams, attestation = 'none', authenticatorSelection = {} } = options;
  return {
    rp: { name: rp.name, id: host },
    user,
    challenge,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: 'public-key' as const, alg })),
    timeout,
    attestation: attestation as 'none',
    excludeCredentials: known(owner.factors, host),
    authenticatorSelection: authenticatorSelection as NonNullable<PasskeyCreation['authenticatorSelection']>,
  };
};

export type NewPasskey = Pick<
  PasskeyFactor,
  'rpId' | 'credentialId' | 'publicKey' | 'counter' | 'agent' | 'transports' | 'backupEligible' | 'backupState'
>;

/** The challenge, or whether one is the right one. */
type Expected = string | ((challenge: string) => boolean);

export const verifyRegistration = async (
  ctx: Ctx,
  challenge: Expected,
  { type: _, ...payload }: PasskeyRegistration,
): Promise<NewPasskey> => {
  const { verifyRegistrationResponse } = await ceremonies();
  const { host, origins } = await relyingPartyOf(ctx);
  const result = await refusing(ctx, () =>
    verifyRegistrationResponse({
      response: { ...payload, type: 'public-key' } as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!result.verified) throw new RequestError('session.mfa.webauthn_verification_failed');
  const { credential, credentialDeviceType, credentialBackedUp: backupState } = result.registrationInfo;
  const { id, publicKey, counter } = credential;
  const { transports } = payload.response;
  return {
    rpId: host,
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    agent: ctx.visit.userAgent,
    ...(transports && { transports }),
    backupEligible: credentialDeviceType === 'multiDevice',
    backupState,
  };
};

export const newPasskey = (
  { services }: { services: { clock: Clock } },
  passkey: NewPasskey,
  name?: string,
): PasskeyFactor => ({
  type: 'WebAuthn',
  id: random.id(),
  createdAt: new Date(services.clock.now()).toISOString(),
  ...passkey,
  ...(name && { name }),
});

export const authenticationOptions = async (ctx: Ctx, { factors }: FactorOwner): Promise<PasskeyRequest> => {
  const { host } = await relyingPartyOf(ctx);
  const allowed = known(factors, host);
  if (allowed.length === 0) throw new RequestError('session.mfa.webauthn_verification_not_found');
  const { generateAuthenticationOptions } = await ceremonies();
  const { challenge } = await generateAuthenticationOptions({
    rpID: host,
    timeout,
    allowCredentials: allowed,
    userVerification: 'required',
  });
  return { challenge, timeout, rpId: host, allowCredentials: allowed, userVerification: 'required' };
};

/** For any passkey of this host. The browser offers those it can find itself, so nothing is said about accounts. */
export const signInOptions = async (ctx: Ctx): Promise<PasskeyRequest> => {
  const { host } = await relyingPartyOf(ctx);
  const { generateAuthenticationOptions } = await ceremonies();
  const options = { rpID: host, timeout: signInTimeout, userVerification: 'required' } as const;
  const { challenge } = await generateAuthenticationOptions(options);
  return { challenge, timeout: signInTimeout, rpId: host, allowCredentials: [], userVerification: 'required' };
};

/** The passkey a response belongs to, with the changed parts of its record. */
export type PasskeyUse = { factorId: string; counter: number; backupEligible: boolean; backupState: boolean };

export const verifyAnswer = async (
  ctx: Ctx,
  { factors }: FactorOwner,
  challenge: Expected,
  { type: _, ...payload }: PasskeyAnswer,
): Promise<PasskeyUse> => {
  const factor = factors.filter(isPasskey).find(({ credentialId }) => credentialId === payload.id);
  if (!factor) throw new RequestError('session.mfa.webauthn_verification_not_found');
  const { decodeClientDataJSON, verifyAuthenticationResponse } = await ceremonies();
  const { host, origins } = await relyingPartyOf(ctx);
  const { verified, authenticationInfo } = await refusing(ctx, async () => {
    // Our pages are in no frame of another site. The library notices one only if the browser names the site.
    const { crossOrigin } = decodeClientDataJSON(payload.response.clientDataJSON);
    if (crossOrigin) throw new Error('signed in a frame of another site');
    return verifyAuthenticationResponse({
      response: { ...payload, type: 'public-key' } as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: factor.credentialId,
        publicKey: new Uint8Array(Buffer.from(factor.publicKey, 'base64url')),
        // Compared with the stored one under a lock, once the signature is known to be right.
        counter: 0,
        ...(factor.transports && { transports: factor.transports }),
      },
    });
  });
  if (!verified) throw new RequestError('session.mfa.webauthn_verification_failed');
  const { newCounter: counter, credentialDeviceType, credentialBackedUp: backupState } = authenticationInfo;
  return { factorId: factor.id, counter, backupEligible: credentialDeviceType === 'multiDevice', backupState };
};
