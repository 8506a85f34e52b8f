// Codes of authenticator apps (RFC 6238): thirty seconds, six digits, and a code counts once.
import { generateURI, verifySync } from 'otplib/functional';
import { renderSVG } from 'uqr';
import type { Context } from '../http/context.ts';
import { random } from '../random.ts';
import type { FactorOwner, TotpFactor } from './factors.ts';

const period = 30;
// 16 to 64 bytes in base 32.
const secretFormat = /^[A-Z2-7]{26,104}$/;
const codeFormat = /^\d{6}$/;

export const isTotpSecret = (secret: string): boolean => secretFormat.test(secret);

/** The time step that the code belongs to, now or one before or after; nothing when it is wrong or was used before. */
export const acceptedStep = (
  { services: { clock } }: Pick<Context, 'services'>,
  { secret, code, after }: { secret: string; code: string; after?: number | undefined },
): number | undefined => {
  const token = code.replaceAll(/\s/g, '');
  if (!codeFormat.test(token)) return undefined;
  const result = verifySync({
    secret,
    token,
    period,
    epoch: clock.seconds(),
    epochTolerance: period,
    ...(after !== undefined && { afterTimeStep: after }),
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
};

/** A secret, with the picture that authenticator apps read it from. */
export const shownTotpSecret = (
  { services, tenantId }: Pick<Context, 'services' | 'tenantId'>,
  { id, username, primaryEmail, primaryPhone, name }: Omit<FactorOwner, 'factors' | 'settings'>,
  secret: string = random.totpSecret(),
) => {
  const label = username ?? primaryEmail ?? primaryPhone ?? name ?? id;
  const { host: issuer } = new URL(services.addresses.tenant(tenantId));
  const picture = renderSVG(generateURI({ issuer, label, secret }), { border: 2 });
  return { secret, secretQrCode: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}` };
};

export const newTotp = ({ services }: Pick<Context, 'services'>, secret: string, step?: number): TotpFactor => ({
  type: 'Totp',
  id: random.id(),
  createdAt: new Date(services.clock.now()).toISOString(),
  key: secret,
  ...(step !== undefined && { step }),
});
