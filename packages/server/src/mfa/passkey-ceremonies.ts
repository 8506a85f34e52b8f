// The library behind passkeys. Nobody imports this file before the first passkey is used: it is heavy.
export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
