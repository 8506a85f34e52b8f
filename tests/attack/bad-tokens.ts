// Tokens that must be rejected. Each differs from a valid one in one respect; where necessary, the tenant's own key
// signs, so that only the named fault can be the reason.
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

export type SigningKey = { id: string; privateKey: KeyObject };
export type Claims = Record<string, unknown>;
export type Forge = {
  own: SigningKey;
  /** The key of a tenant whose tokens are not accepted here. */
  foreign: SigningKey;
  foreignIssuer: string;
  claims: Claims;
};

export const readKey = ({ id, value }: { id: string; value: string }): SigningKey => ({
  id,
  privateKey: createPrivateKey(value),
});

const encode = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const attacker = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const attackerRsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const attackerEd = generateKeyPairSync('ed25519');

/** Signs anything, with any header. */
export const forge = (
  header: unknown,
  payload: unknown,
  key: KeyObject,
  encoding: 'ieee-p1363' | 'der' = 'ieee-p1363',
) => {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: encoding }).toString('base64url')}`;
};

const header = (key: SigningKey, more: object = {}) => ({ alg: 'ES256', typ: 'at+jwt', kid: key.id, ...more });
export const goodToken = ({ own, claims }: Forge) => forge(header(own), claims, own.privateKey);

const wrongAlgorithms = ({ own, claims }: Forge): [string, string][] => {
  const publicKey = createPublicKey(own.privateKey);
  const jwk = publicKey.export({ format: 'jwk' });
  const hmac = (alg: 'HS256' | 'HS384' | 'HS512', secret: string | Buffer) => {
    const input = `${encode(header(own, { alg }))}.${encode(claims)}`;
    return `${input}.${createHmac(`sha${alg.slice(2)}`, secret)
      .update(input)
      .digest('base64url')}`;
  };
  const unsigned = (alg: unknown) => `${encode(header(own, { alg }))}.${encode(claims)}.`;
  const spki = publicKey.export({ type: 'spki', format: 'pem' });
  const resigned = (alg: unknown, key = own.privateKey) => forge(header(own, { alg }), claims, key);
  return [
    ...['none', 'None', 'NONE', 'nOnE', '', null, 0, [], ['none'], {}, true].map((alg): [string, string] => [
      `unsigned, algorithm ${JSON.stringify(alg)}`,
      unsigned(alg),
    ]),
    ['unsigned, without a trailing dot', unsigned('none').slice(0, -1)],
    ['algorithm none with a good signature', resigned('none')],
    ['a keyed hash with the public key', hmac('HS256', spki)],
    ['a keyed hash with the trimmed public key', hmac('HS256', spki.toString().trim())],
    ['a keyed hash with the public key as DER', hmac('HS256', publicKey.export({ type: 'spki', format: 'der' }))],
    ['a keyed hash with the public key as JWK', hmac('HS256', JSON.stringify(jwk))],
    ['a keyed hash with the public coordinate', hmac('HS256', Buffer.from(jwk.x ?? '', 'base64url'))],
    ['a keyed hash with nothing', hmac('HS256', '')],
    ['a keyed hash with the key id', hmac('HS256', own.id)],
    ['a longer keyed hash', hmac('HS384', spki)],
    ['the longest keyed hash', hmac('HS512', spki)],
    ...['ES384', 'ES512', 'RS256', 'PS256', 'EdDSA', 'HS256', 'ES256K', 'es256', 'ES256 ', 'ECDH-ES'].map(
      (alg): [string, string] => [`a good signature called ${alg}`, resigned(alg)],
    ),
    ['no algorithm', forge({ typ: 'at+jwt', kid: own.id }, claims, own.privateKey)],
    ['an RSA key of their own', resigned('RS256', attackerRsa.privateKey)],
    [
      'the last of two algorithms none',
      forge(`{"alg":"ES256","typ":"at+jwt","kid":"${own.id}","alg":"none"}`, claims, own.privateKey),
    ],
  ];
};

const wrongTypes = ({ own, claims }: Forge): [string, string][] =>
  [
    'JWT',
    'jwt',
    '',
    'at',
    'at+jwt2',
    'x-at+jwt',
    'id+jwt',
    'logout+jwt',
    'dpop+jwt',
    'secevent+jwt',
    'application/jwt',
    null,
    1,
    ['at+jwt'],
  ].map((typ): [string, string] => [
    `type ${JSON.stringify(typ)}`,
    forge(header(own, { typ }), claims, own.privateKey),
  ]);

const wrongKeys = ({ own, foreign, foreignIssuer, claims }: Forge): [string, string][] => {
  const jwk = attacker.publicKey.export({ format: 'jwk' });
  const by = (more: object, key = attacker.privateKey, base = own) => forge(header(base, more), claims, key);
  return [
    ['a key of their own', by({})],
    ['a key of their own, embedded', by({ jwk })],
    ['a key of their own, embedded with our id', by({ jwk: { ...jwk, kid: own.id } })],
    ['a key of their own, behind an address', by({ jku: 'http://127.0.0.1:9/jwks' })],
    ['a certificate of their own, behind an address', by({ x5u: 'http://127.0.0.1:9/certificate' })],
    ['a certificate of their own, embedded', by({ x5c: ['MIIB'] })],
    ...[
      '../../../../dev/null',
      '/dev/null',
      "' or 1=1 --",
      'file:///dev/null',
      '',
      '__proto__',
      'constructor',
      '0',
      '*',
      'é',
    ].map((kid): [string, string] => [`a key of their own called ${kid}`, by({ kid })]),
    ['a key of their own without a name', forge({ alg: 'ES256', typ: 'at+jwt' }, claims, attacker.privateKey)],
    ['a good signature under an unknown name', by({ kid: 'unknown' }, own.privateKey)],
    ['a good signature under a name that is none', by({ kid: { $ne: '' } }, own.privateKey)],
    ["another tenant's key with our issuer", by({}, foreign.privateKey, foreign)],
    ["another tenant's key with our issuer and our name", by({}, foreign.privateKey)],
    ["another tenant's key and issuer", forge(header(foreign), { ...claims, iss: foreignIssuer }, foreign.privateKey)],
    ["our key with another tenant's issuer", forge(header(own), { ...claims, iss: foreignIssuer }, own.privateKey)],
    [
      'an Ed25519 key',
      `${encode(header(own, { alg: 'EdDSA' }))}.${encode(claims)}.${sign(null, Buffer.from('x'), attackerEd.privateKey).toString('base64url')}`,
    ],
    ['an unknown critical header', by({ crit: ['x'], x: 1 }, own.privateKey)],
    ['an unencoded payload', by({ crit: ['b64'], b64: false }, own.privateKey)],
  ];
};

const wrongClaims = ({ own, claims }: Forge): [string, string][] => {
  const now = Math.floor(Date.now() / 1000);
  const [issuer, audience] = [String(claims.iss), String(claims.aud)];
  const values: Record<string, unknown[]> = {
    iss: [
      undefined,
      null,
      '',
      `${issuer}/`,
      issuer.toUpperCase(),
      issuer.replace('http:', 'https:'),
      'https://evil.example/oidc',
      1,
      ['x'],
      `${issuer}\n`,
    ],
    aud: [
      undefined,
      null,
      '',
      `${audience}/`,
      audience.toUpperCase(),
      `${audience}x`,
      audience.slice(0, -1),
      `x${audience}`,
      [],
      ['x'],
      {},
      [[audience]],
      'admin-console',
      `${audience} x`,
    ],
    exp: [undefined, null, now - 5, 0, -1, String(now + 600), '9999999999', [now + 600], true],
    nbf: [now + 600, String(now), true],
    iat: [undefined, null, String(now), true],
    jti: [undefined],
    sub: [undefined, null, '', 0, 1, [], ['x'], {}, true],
  };
  return Object.entries(values).flatMap(([name, list]) =>
    list.map((value): [string, string] => [
      `${name} ${value === undefined ? 'missing' : JSON.stringify(value)}`,
      forge(header(own), { ...claims, [name]: value }, own.privateKey),
    ]),
  );
};

const brokenShapes = (parts: Forge): [string, string][] => {
  const good = goodToken(parts);
  const { own, claims } = parts;
  const [first = '', second = '', third = ''] = good.split('.');
  const join = (...pieces: string[]) => pieces.join('.');
  const signature = Buffer.from(third, 'base64url');
  const flipped = Buffer.from(signature);
  flipped[10] = (flipped[10] ?? 0) ^ 1;
  const swapped = Buffer.concat([signature.subarray(32), signature.subarray(0, 32)]);
  const withSignature = (bytes: Buffer) => join(first, second, bytes.toString('base64url'));
  return [
    ['one bit of the signature changed', withSignature(flipped)],
    ['the halves of the signature swapped', withSignature(swapped)],
    ['a signature of zeros', withSignature(Buffer.alloc(64))],
    ['a signature of ones', withSignature(Buffer.alloc(64, 255))],
    ['half a signature', withSignature(signature.subarray(0, 32))],
    ['a longer signature', withSignature(Buffer.concat([signature, Buffer.alloc(1)]))],
    ['the signature in the other encoding', forge(header(own), claims, own.privateKey, 'der')],
    ['the signature of another token', join(first, encode({ ...claims, jti: 'other' }), third)],
    ['another subject', join(first, encode({ ...claims, sub: 'someone' }), third)],
    ['another header', join(encode(header(own, { x: 1 })), second, third)],
    ['two parts', join(first, second)],
    ['one part', first],
    ['four parts', join(first, second, third, third)],
    ['five parts', join(first, '', second, third, third)],
    ['an empty signature', join(first, second, '')],
    ['an empty payload', join(first, '', third)],
    ['an empty header', join('', second, third)],
    ['dots', '..'],
    ['one dot', '.'],
    ['a word', 'nonsense'],
    ['a zero', '0'],
    ['cut short', good.slice(0, -2)],
    ['padding', `${join(first, second, third)}==`],
    ['letters outside the alphabet', join(first, second, `${third.slice(0, -1)}é`)],
    ['a plus sign', join(first, second, `+${third.slice(1)}`)],
    ['twice', `${good}${good}`],
    ['twice with a comma', `${good},${good}`],
    ['quoted', `"${good}"`],
    ['as JSON', JSON.stringify({ protected: first, payload: second, signature: third })],
    ...['[]', 'null', '"text"', '1', '{', ''].map((payload): [string, string] => [
      `payload ${payload}`,
      forge(header(own), payload, own.privateKey),
    ]),
    ...['[]', 'null', '"text"', '1', '{', ''].map((head): [string, string] => [
      `header ${head}`,
      forge(head, claims, own.privateKey),
    ]),
    ['very long', `${first}.${'A'.repeat(12_000)}.${third}`],
  ];
};

export const badTokens = (parts: Forge): [string, string][] => [
  ...wrongAlgorithms(parts),
  ...wrongTypes(parts),
  ...wrongKeys(parts),
  ...wrongClaims(parts),
  ...brokenShapes(parts),
];
