// A software passkey: creates keys, counts and signs like a browser's authenticator (WebAuthn, ES256).
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** The subset of CBOR (RFC 8949) that authenticators use. */
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

export type CreationOptions = { challenge: string; rp: { id?: string }; user?: { id: string } };
export type RequestOptions = { challenge: string; rpId?: string };
/** Deviations of an attacker or a faulty device. */
type Deviation = {
  origin?: string;
  rpId?: string;
  userVerified?: boolean;
  counter?: number;
  challenge?: string;
  userHandle?: string;
  /** In a frame of another site. */
  framed?: boolean;
  /** Whether the passkey can be synced, and whether it is. */
  backupEligible?: boolean;
  backedUp?: boolean;
};

export const newAuthenticator = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let uses = 0;
  let owner = '';

  const clientData = (type: string, challenge: string, from: string, crossOrigin = false) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin }));
  const authenticatorData = (rpId: string, deviation: Deviation, attested?: Buffer) => {
    const { userVerified = true, backupEligible = false, backedUp = false, counter } = deviation;
    uses = counter ?? uses + 1;
    const backup = (backupEligible ? 8 : 0) | (backedUp ? 16 : 0);
    const flags = 1 | (userVerified ? 4 : 0) | backup | (attested ? 64 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  };
  const common = { type: 'WebAuthn', id, rawId: id, clientExtensionResults: {} };

  const answer = (options: RequestOptions, deviation: Deviation = {}) => {
    const rpId = deviation.rpId ?? options.rpId ?? new URL(origin).hostname;
    const { challenge = options.challenge, origin: from = origin, framed } = deviation;
    const data = clientData('webauthn.get', challenge, from, framed);
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
  };

  return {
    id,
    answer,
    /** As a discoverable passkey, which also names its user. */
    signIn: (options: RequestOptions, deviation: Deviation = {}) => {
      const answered = answer(options, deviation);
      return { ...answered, response: { ...answered.response, userHandle: deviation.userHandle ?? owner } };
    },
    register: (options: CreationOptions, deviation: Deviation = {}) => {
      owner = options.user?.id ?? owner;
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
  };
};
export type Authenticator = ReturnType<typeof newAuthenticator>;
