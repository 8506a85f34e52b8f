// What an ID token claims to be, for the administrator whose connection test fails. Nothing is decided by it.
import { decodeJwt, decodeProtectedHeader } from 'jose';
import type { SsoNote } from './sso-trace.ts';

/** Without the user and the nonce. */
export const describeToken = (idToken: string): SsoNote => {
  try {
    const { alg = '', kid } = decodeProtectedHeader(idToken);
    const { iss, aud, iat, nbf, exp } = decodeJwt(idToken);
    const facts = { algorithm: alg, issuer: String(iss ?? ''), audience: String(aud ?? '') };
    return { facts, body: JSON.stringify({ alg, kid, iss, aud, iat, nbf, exp }) };
  } catch {
    return {};
  }
};
