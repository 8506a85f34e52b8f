// Writes X.509 certificates: of this service provider in SAML, and of servers in tests.
import { type KeyObject, sign } from 'node:crypto';

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length.toString(16);
  const bytes = Buffer.from(size.length % 2 ? `0${size}` : size, 'hex');
  const length = body.length < 128 ? Buffer.of(body.length) : Buffer.concat([Buffer.of(0x80 + bytes.length), bytes]);
  return Buffer.concat([Buffer.of(tag), length, body]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
/** Two digits of the year up to 2049, then four. */
const time = (at: Date) => {
  const digits = at.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
};

const signatures = {
  ec: sequence(identifier('2a8648ce3d040302')),
  rsa: sequence(identifier('2a864886f70d01010b'), der(0x05)),
};
const nameOf = (text: string) => sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(text)))));
export const alternativeName = (hostname: string) =>
  sequence(identifier('551d11'), der(0x04, sequence(der(0x82, Buffer.from(hostname)))));
export const isAuthority = sequence(
  identifier('551d13'),
  der(0x01, Buffer.of(0xff)),
  der(0x04, sequence(der(0x01, Buffer.of(0xff)))),
);

export type CertificateContent = {
  /** At most 19 bytes. */
  serialNumber: Uint8Array;
  subject: string;
  issuer: string;
  extension: Buffer;
  validFrom: Date;
  validUntil: Date;
};

/** In PEM format. */
export function writeCertificate(content: CertificateContent, publicKey: KeyObject, issuerKey: KeyObject): string {
  const algorithm = signatures[issuerKey.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec'];
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), content.serialNumber])),
    algorithm,
    nameOf(content.issuer),
    sequence(time(content.validFrom), time(content.validUntil)),
    nameOf(content.subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(content.extension)),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, issuerKey));
  const lines =
    sequence(body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
