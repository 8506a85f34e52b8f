// TOTP codes (RFC 6238): thirty seconds, six digits, single use.
import { generateURI, verifySync } from 'otplib/functional';
import { encode, renderSVG } from 'uqr';
import type { Context } from '../../context.ts';
import { random } from '../../random.ts';
import type { FactorOwner, TotpFactor } from './factors.ts';

const period = 30;
// 16 to 64 bytes in base 32.
const secretFormat = /^[A-Z2-7]{26,104}$/;
const codeFormat = /^\d{6}$/;

export const isTotpSecret = (secret: string): boolean => secretFormat.test(secret);

/** The time step of the code, within one step of now; undefined if it is wrong or was used. */
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

/** About 200 pixels wide, with whole pixels per module and the quiet zone of four modules that scanners expect. */
const qrCode = (text: string): string => {
  const border = 4;
  const pixelSize = Math.max(3, Math.floor(216 / encode(text, { border }).size));
  return renderSVG(text, { border, pixelSize }).replace(/viewBox="0 0 (\d+) (\d+)"/, 'width="$1" height="$2" $&');
};

/** A secret with its QR code. */
export const shownTotpSecret = (
  { services, tenantId }: Pick<Context, 'services' | 'tenantId'>,
  { id, username, primaryEmail, primaryPhone, name }: Omit<FactorOwner, 'factors' | 'settings'>,
  secret: string = random.totpSecret(),
) => {
  const label = username ?? primaryEmail ?? primaryPhone ?? name ?? id;
  // Without the port: apps treat a colon as the end of the issuer.
  const { hostname: issuer } = new URL(services.addresses.tenant(tenantId));
  const picture = qrCode(generateURI({ issuer, label, secret }));
  return { secret, secretQrCode: `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}` };
};

export const newTotp = ({ services }: Pick<Context, 'services'>, secret: string, step?: number): TotpFactor => ({
  type: 'Totp',
  id: random.id(),
  createdAt: new Date(services.clock.now()).toISOString(),
  key: secret,
  ...(step !== undefined && { step }),
});
