// WebAuthn messages between browser and server, with the standard's names.
import * as z from 'zod/mini';
import { jsonObject, text } from './fields.ts';

const transport = z.enum(['usb', 'nfc', 'ble', 'internal', 'cable', 'hybrid', 'smart-card']);
const bytes = text(1, 16_384);
const common = {
  type: z.literal('WebAuthn'),
  id: text(1, 2048),
  rawId: text(1, 2048),
  authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
  clientExtensionResults: jsonObject,
};

/** A new passkey from the browser. */
export const passkeyRegistration = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: z.optional(bytes),
    transports: z.optional(z.array(transport).check(z.maxLength(8))),
    publicKeyAlgorithm: z.optional(z.number()),
    publicKey: z.optional(bytes),
  }),
});
export type PasskeyRegistration = z.output<typeof passkeyRegistration>;

/** The response to a passkey challenge. */
export const passkeyAnswer = z.object({
  ...common,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(z.string().check(z.maxLength(2048))),
  }),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

const knownPasskey = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.optional(z.array(z.string())),
});

export const passkeyCreation = z.object({
  rp: z.object({ name: z.string(), id: z.optional(z.string()) }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.optional(z.number()),
  excludeCredentials: z.optional(z.array(knownPasskey)),
  authenticatorSelection: z.optional(
    z.object({
      authenticatorAttachment: z.optional(z.enum(['platform', 'cross-platform'])),
      requireResidentKey: z.optional(z.boolean()),
      residentKey: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
      userVerification: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
    }),
  ),
  attestation: z.optional(z.enum(['none', 'indirect', 'direct', 'enterprise'])),
  extensions: z.optional(jsonObject),
});
export type PasskeyCreation = z.output<typeof passkeyCreation>;

export const passkeyRequest = z.object({
  challenge: z.string(),
  timeout: z.optional(z.number()),
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(z.array(knownPasskey)),
  userVerification: z.optional(z.enum(['required', 'preferred', 'discouraged'])),
  extensions: z.optional(jsonObject),
});
export type PasskeyRequest = z.output<typeof passkeyRequest>;
