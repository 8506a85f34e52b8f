// Passkeys (WebAuthn): what the browser is asked for, and what becomes of its answer. Challenges are kept, and used up,
// by whoever asks.
import type { PasskeyAnswer, PasskeyCreation, PasskeyRegistration, PasskeyRequest } from '@tessera/contract/web-authn';
import type { Context } from '../http/context.ts';
import { RequestError } from '../http/request-error.ts';
import { random } from '../random.ts';
import type { Factor, FactorOwner, PasskeyFactor } from './factors.ts';

type Ctx = Pick<Context, 'services' | 'tenantId' | 'db' | 'visit' | 'log'>;

const timeout = 60_000;
// ES256 and RS256.
const algorithms = [-7, -257];

const ceremonies = () => import('./passkey-ceremonies.ts');
const isPasskey = (factor: Factor): factor is PasskeyFactor => factor.type === 'WebAuthn';
/** Those of this host, where a tenant has several. */
const known = (factors: Factor[], host: string) =>
  factors
    .filter(isPasskey)
    .filter(({ rpId = host }) => rpId === host)
    .map(({ credentialId: id, transports }) => ({
      id,
      type: 'public-key' as const,
      ...(transports && { transports }),
    }));

/** Passkeys belong to the host of the tenant, and are used on its pages and on those it names its own. */
const placeOf = async ({ services, visit, db }: Ctx) => {
  const { hostname, origin } = new URL(services.addresses.at(visit.place));
  const center = await db.selectFrom('accountCenters').select('webauthnRelatedOrigins').executeTakeFirst();
  return { host: hostname, origins: [origin, ...((center?.webauthnRelatedOrigins ?? []) as string[])] };
};

/** The library says in its own words what it dislikes; people are told that it did not work. */
const refusing = async <T>({ log }: Ctx, verify: () => Promise<T>): Promise<T> => {
  try {
    return await verify();
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused');
    throw new RequestError('session.mfa.webauthn_verification_failed');
  }
};

export const registrationOptions = async (ctx: Ctx, owner: FactorOwner): Promise<PasskeyCreation> => {
  const { generateRegistrationOptions } = await ceremonies();
  const { host } = await placeOf(ctx);
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
    // What is made here must later be able to say that its owner was there.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
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
  'rpId' | 'credentialId' | 'publicKey' | 'counter' | 'agent' | 'transports'
>;

export const verifyRegistration = async (
  ctx: Ctx,
  challenge: string,
  { type: _, ...payload }: PasskeyRegistration,
): Promise<NewPasskey> => {
  const { verifyRegistrationResponse } = await ceremonies();
  const { host, origins } = await placeOf(ctx);
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
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const { transports } = payload.response;
  return {
    rpId: host,
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    agent: ctx.visit.userAgent,
    ...(transports && { transports }),
  };
};

export const newPasskey = (
  { services }: Pick<Context, 'services'>,
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
  const { host } = await placeOf(ctx);
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

/** Which passkey answered, and how often it has been used by now. */
export const verifyAnswer = async (
  ctx: Ctx,
  { factors }: FactorOwner,
  challenge: string,
  { type: _, ...payload }: PasskeyAnswer,
): Promise<{ factorId: string; counter: number }> => {
  const factor = factors.filter(isPasskey).find(({ credentialId }) => credentialId === payload.id);
  if (!factor) throw new RequestError('session.mfa.webauthn_verification_not_found');
  const { verifyAuthenticationResponse } = await ceremonies();
  const { host, origins } = await placeOf(ctx);
  const { verified, authenticationInfo } = await refusing(ctx, () =>
    verifyAuthenticationResponse({
      response: { ...payload, type: 'public-key' } as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge: challenge,
      expectedOrigin: origins,
      expectedRPID: host,
      requireUserVerification: true,
      credential: {
        id: factor.credentialId,
        publicKey: new Uint8Array(Buffer.from(factor.publicKey, 'base64url')),
        counter: factor.counter,
        ...(factor.transports && { transports: factor.transports }),
      },
    }),
  );
  if (!verified) throw new RequestError('session.mfa.webauthn_verification_failed');
  return { factorId: factor.id, counter: authenticationInfo.newCounter };
};
