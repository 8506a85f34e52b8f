// Certificate files: text stays as it is, binary ones become PEM.
import { expect, it } from 'vitest';
import { certificateText } from './read-certificate.ts';

it('keeps text', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nMIIC\n-----END CERTIFICATE-----';
  expect(certificateText(new TextEncoder().encode(`${pem}\n`))).toBe(pem);
  expect(certificateText(new TextEncoder().encode('MIICabc='))).toBe('MIICabc=');
});

it('converts binary certificates', () => {
  const bytes = Uint8Array.from([0x30, 0x82, ...Array.from({ length: 60 }, (_, index) => index)]);
  const lines = certificateText(bytes).split('\n');
  expect(lines.at(0)).toBe('-----BEGIN CERTIFICATE-----');
  expect(lines.at(-1)).toBe('-----END CERTIFICATE-----');
  expect(lines.every((line) => line.length <= 64)).toBe(true);
  expect(Uint8Array.from(atob(lines.slice(1, -1).join('')), (one) => one.charCodeAt(0))).toEqual(bytes);
});
