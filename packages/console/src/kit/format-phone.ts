// Formats a stored phone number (digits with country code): `+49 30 12 34 56`. Area codes are unknown here, so digits
// are grouped by count, as in most countries.

// All country calling codes; none is a prefix of another.
const countryCode =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[7-9]\d|8[035789]\d|9[679]\d)/;

const groups: Record<number, RegExp> = {
  7: /^(...)(....)$/,
  8: /^(..)(..)(..)(..)$/,
  9: /^(...)(...)(...)$/,
  10: /^(...)(...)(....)$/,
  11: /^(...)(....)(....)$/,
  12: /^(....)(....)(....)$/,
};

export const formatPhone = (digits: string): string => {
  const [code] = countryCode.exec(digits) ?? [];
  if (code === undefined) return `+${digits}`;
  const national = digits.slice(code.length);
  const [, ...parts] = groups[national.length]?.exec(national) ?? [];
  return `+${[code, ...(parts.length > 0 ? parts : [national])].join(' ')}`;
};
