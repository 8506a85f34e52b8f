// The fields of WebAuthn ceremonies, named by the WebAuthn standard.
import type { FieldDoc } from './field-doc.ts';

const credential = 'AbF7cXp0Qk2m';

export const passkeyFields = {
  registrationOptions: 'Options for `navigator.credentials.create()`.',
  authenticationOptions: 'Options for `navigator.credentials.get()`.',
  rp: 'Relying party: the site the passkey belongs to.',
  'rp.name': { text: 'Name of the relying party.', example: 'Acme' },
  'rp.id': { text: 'Domain of the relying party.', example: 'auth.example.com' },
  rpId: { text: 'Domain of the relying party.', example: 'auth.example.com' },
  'registrationOptions.user': 'User the passkey is created for.',
  'registrationOptions.user.id': { text: 'Handle of the user, base64url.', example: 'dThrMm00cXM3eDFj' },
  'registrationOptions.user.name': { text: 'Name of the account.', example: 'jane@example.com' },
  'registrationOptions.user.displayName': { text: 'Name to display.', example: 'Jane Doe' },
  challenge: { text: 'Random challenge, base64url.', example: 'c2lnbi10aGlzLWNoYWxsZW5nZQ' },
  pubKeyCredParams: 'Accepted public key algorithms, most preferred first.',
  'pubKeyCredParams.type': 'Always `public-key`.',
  alg: { text: 'COSE identifier of the algorithm.', example: -7 },
  timeout: { text: 'Time the browser waits for the user, in milliseconds.', example: 60000 },
  excludeCredentials: 'Passkeys the user already has.',
  'excludeCredentials.id': { text: 'ID of the passkey, base64url.', example: credential },
  'excludeCredentials.type': 'Always `public-key`.',
  allowCredentials: 'Passkeys the user can sign in with.',
  'allowCredentials.id': { text: 'ID of the passkey, base64url.', example: credential },
  'allowCredentials.type': 'Always `public-key`.',
  transports: 'How the browser can reach the authenticator.',
  authenticatorSelection: 'Requirements for the authenticator.',
  authenticatorAttachment: 'Whether the authenticator is part of the device or separate.',
  requireResidentKey: 'Whether the passkey must be discoverable.',
  residentKey: 'Whether a discoverable passkey is wanted.',
  userVerification: 'Whether the authenticator must verify the user, for example by PIN.',
  attestation: 'How much the authenticator reveals about its model.',
  extensions: { text: 'WebAuthn extensions.', example: {} },
  'payload.type': 'Always `WebAuthn`.',
  'payload.id': { text: 'ID of the passkey, base64url.', example: credential },
  rawId: { text: 'ID of the passkey as the browser reports it, base64url.', example: credential },
  clientExtensionResults: { text: 'Results of the extensions.', example: {} },
  response: 'Response of the authenticator.',
  clientDataJSON: { text: 'Client data that was signed, base64url.', example: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' },
  attestationObject: { text: 'Attestation of the new passkey, base64url.', example: 'o2NmbXRkbm9uZQ' },
  authenticatorData: { text: 'Data of the authenticator, base64url.', example: 'SZYN5YgOjGh0NBcP' },
  publicKeyAlgorithm: { text: 'COSE identifier of the algorithm of the key.', example: -7 },
  publicKey: { text: 'Public key, base64url.', example: 'MFkwEwYHKoZIzj0CAQ' },
  signature: { text: 'Signature over the challenge, base64url.', example: 'MEUCIQDx' },
  userHandle: { text: 'Handle of the user, base64url.', example: 'dThrMm00cXM3eDFj' },
  backupEligible: 'Whether the passkey can be synced between devices. Missing until an older passkey is used again.',
  backupState: 'Whether the passkey is synced at the moment.',
} as const satisfies Record<string, FieldDoc>;

/** Outside of the options, where these names have a different meaning. */
export const ceremonyFields = {
  payload: 'Response of the browser.',
  user: 'User the passkey is created for.',
  name: { text: 'Name.', example: 'Acme' },
  id: { text: 'ID.', example: credential },
  displayName: { text: 'Name to display.', example: 'Jane Doe' },
} as const satisfies Record<string, FieldDoc>;
