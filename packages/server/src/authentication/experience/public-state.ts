// The interaction's state for its pages, without hashes and secrets.
import type { JsonObject } from '@tessera/contract/fields';
import { isLookedAtElsewhere } from '../captcha/require-captcha.ts';
import type { PasskeyFactor } from '../mfa/factors.ts';
import type { ExperienceState, PendingFactors, PendingProfile } from './interaction.ts';
import { publicRecord } from './verifications.ts';

const publicProfile = ({
  passwordEncrypted: _,
  passwordEncryptionMethod: __,
  verifiedEmail: ___,
  verifiedPhone: ____,
  socialIdentity,
  ssoIdentity,
  synced,
  ...shown
}: PendingProfile): object => ({
  ...synced,
  ...shown,
  ...(socialIdentity && { socialIdentity: { target: socialIdentity.target, userInfo: socialIdentity.user } }),
  ...(ssoIdentity && {
    enterpriseSsoIdentity: {
      identityId: ssoIdentity.user.id,
      ssoConnectorId: ssoIdentity.connectorId,
      issuer: ssoIdentity.issuer,
      detail: ssoIdentity.user,
    },
  }),
});

const publicFactors = ({ factors, skipped }: PendingFactors): object => {
  const passkeys = factors.filter((factor): factor is PasskeyFactor => factor.type === 'WebAuthn');
  const has = (type: 'Totp' | 'BackupCode') => factors.some((factor) => factor.type === type);
  return {
    ...(skipped && { mfaSkipped: true }),
    ...(has('Totp') && { totp: { type: 'Totp' } }),
    ...(passkeys.length > 0 && {
      webAuthn: passkeys.map(({ type, rpId, credentialId, publicKey, transports = [], counter, agent, name }) => ({
        ...{ type, rpId, credentialId, publicKey, transports, counter, agent },
        ...(name && { name }),
      })),
    }),
    ...(has('BackupCode') && { backupCode: { type: 'BackupCode' } }),
  };
};

export const publicState = (state: ExperienceState) => {
  const { interactionEvent, userId, profile, mfa, verificationRecords } = state;
  const captcha = { verified: state.captcha?.verified ?? false, skipped: isLookedAtElsewhere(state) };
  return {
    interactionEvent,
    ...(userId && { userId }),
    profile: publicProfile(profile) as JsonObject,
    ...(mfa && { mfa: publicFactors(mfa) as JsonObject }),
    captcha,
    verificationRecords: verificationRecords.map(publicRecord) as JsonObject[],
  };
};
