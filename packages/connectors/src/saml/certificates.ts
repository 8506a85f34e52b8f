// Certificates of identity providers: PEM blocks, or bare base 64 as metadata has it.
import { X509Certificate } from 'node:crypto';
import { SamlError } from './saml-error.ts';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

const parse = (text: string): X509Certificate => {
  try {
    const certificate = new X509Certificate(text);
    // An unsupported key type fails only here.
    void certificate.publicKey.asymmetricKeyType;
    // Dates such as the 99th of a month.
    if (Number.isNaN(certificate.validToDate.getTime() + certificate.validFromDate.getTime())) {
      throw new RangeError('validity');
    }
    return certificate;
  } catch (cause) {
    throw new SamlError('certificate_invalid', { cause });
  }
};

const wrapped = (base64: string) => {
  const lines = base64.replace(/\s+/g, '').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
};

/** One or several, in the given order and without duplicates. */
export const readCertificates = (text: string): X509Certificate[] => {
  const blocks = text.match(block) ?? (text.trim() ? [wrapped(text)] : []);
  const byFingerprint = new Map(blocks.map(parse).map((certificate) => [certificate.fingerprint256, certificate]));
  if (byFingerprint.size === 0) throw new SamlError('certificate_missing');
  return [...byFingerprint.values()];
};

export const expiryOf = ({ validToDate }: X509Certificate): number => validToDate.getTime();

export const fingerprintsOf = ({ fingerprint256: formatted }: X509Certificate) => ({
  sha256: { formatted, unformatted: formatted.replaceAll(':', '').toLowerCase() },
});
