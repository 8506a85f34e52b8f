// The passkey library, loaded with the first passkey because it is large.
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
export { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
