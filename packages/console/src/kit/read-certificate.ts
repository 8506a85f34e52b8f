// Reads a certificate file in either of its formats: PEM is text, DER is binary.
const lineLength = 64;
const derSequence = 0x30;

const toPem = (bytes: Uint8Array): string => {
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const lines = base64.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\n');
};

/** Text is returned as it is. */
export const certificateText = (bytes: Uint8Array): string => {
  const isBinary = bytes[0] === derSequence && bytes.some((byte) => byte > 0x7f);
  return isBinary ? toPem(bytes) : new TextDecoder().decode(bytes).trim();
};

export const readCertificate = async (file: File): Promise<string> =>
  certificateText(new Uint8Array(await file.arrayBuffer()));
