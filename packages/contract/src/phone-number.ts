// Phone numbers as they are stored: digits alone, the country code first.

// The codes of the world's numbering plan; none is the beginning of another.
const countryCode =
  /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[7-9]\d|8[035789]\d|9[679]\d)/;

/** A number that can be called from anywhere. A national 0 after the country code is tolerated, and does not count. */
export const isInternationalPhone = (digits: string): boolean => {
  const [code] = countryCode.exec(digits) ?? [];
  if (code === undefined || !/^\d+$/.test(digits)) return false;
  const national = digits.slice(code.length).replace(/^0/, '');
  return national.length >= 4 && code.length + national.length >= 7 && code.length + national.length <= 15;
};
