// Which parts of passkeys this browser supports. Embedded web views of native apps support none.
import type { Settings } from '../boot/page.ts';

export const supportsPasskeys = () => typeof PublicKeyCredential === 'function' && !('nativeSdk' in window);

const available = async (ask: () => Promise<boolean>): Promise<boolean> =>
  supportsPasskeys() && ask().catch(() => false);

/** Whether the identifier field can suggest passkeys. */
export const supportsAutofill = () =>
  available(async () => (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false);

/** Whether to offer a passkey: the tenant wants it, and this device can verify its user. */
export const canOfferPasskey = async ({ passkeySignIn: { enabled, offerAfterSignIn } }: Settings): Promise<boolean> =>
  enabled && offerAfterSignIn && available(() => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
