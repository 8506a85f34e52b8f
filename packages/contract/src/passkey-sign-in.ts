// Experience API, passkey sign-in: a passkey as the only step, and the offer to create one after another sign-in.
import * as z from 'zod/mini';
import { post, resource } from './kit.ts';
import { passkeyAnswer, passkeyRequest } from './web-authn.ts';

export const passkeySignIn = resource('passkey-sign-in', 'interaction', {
  /** Names no user and no passkey, so it is the same for everyone. Works before the interaction has an event. */
  start: post('/experience/verification/sign-in-passkey/authentication', {
    response: z.object({ authenticationOptions: passkeyRequest }),
    change: 'none',
  }),
  verify: post('/experience/verification/sign-in-passkey/authentication/verify', {
    body: z.object({ payload: passkeyAnswer }),
    response: z.object({ verificationId: z.string() }),
    change: 'none',
    limits: ['attempts'],
  }),
  skipOffer: post('/experience/profile/mfa/passkey-skipped', { change: 'none' }),
});
