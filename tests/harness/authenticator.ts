// A passkey without a device: makes keys, keeps count, and signs what a browser would have it sign (WebAuthn, ES256).
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** As much of CBOR (RFC 8949) as authenticators speak. */
const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
};
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([name, one]) => [cbor(name), cbor(one)])]);
};

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const coseKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
};

export type CreationOptions = { challenge: string; rp: { id?: string } };
export type RequestOptions = { challenge: string; rpId?: string };
/** What an attacker, or a poor device, would do differently. */
type Deviation = { origin?: string; rpId?: string; userVerified?: boolean; counter?: number; challenge?: string };

export const newAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let uses = 0;

  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (rpId: string, { userVerified = true, counter }: Deviation, attested?: Buffer) => {
    uses = counter ?? uses + 1;
    const flags = 1 | (userVerified ? 4 : 0) | (attested ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };
  const common = { type: 'WebAuthn', id, rawId: id, clientExtensionResults: {} };

  return {
    id,
    register: (options: CreationOptions, deviation: Deviation = {}) => {
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      const rpId = deviation.rpId ?? options.rp.id ?? new URL(origin).hostname;
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(rpId, deviation, attested)],
      ]);
      const data = clientData('webauthn.create', deviation.challenge ?? options.challenge, deviation.origin ?? origin);
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    answer: (options: RequestOptions, deviation: Deviation = {}) => {
      const rpId = deviation.rpId ?? options.rpId ?? new URL(origin).hostname;
      const data = clientData('webauthn.get', deviation.challenge ?? options.challenge, deviation.origin ?? origin);
      const authenticator = authenticatorData(rpId, deviation);
      const signed = createSign('sha256').update(Buffer.concat([authenticator, sha256(data)]));
      return {
        ...common,
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authenticator.toString('base64url'),
          signature: signed.sign(privateKey).toString('base64url'),
        },
      };
    },
  };
};
export type Authenticator = ReturnType<typeof newAuthenticator>;
