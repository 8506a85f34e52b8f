import { expect, it } from 'vitest';
import { formatPhone } from './format-phone.ts';

it.each([
  ['4930123456', '+49 30 12 34 56'],
  ['12125550100', '+1 212 555 0100'],
  ['61412345678', '+61 412 345 678'],
  ['8613812345678', '+86 138 1234 5678'],
  ['35312345', '+353 12345'],
  ['0301', '+0301'],
])('shows %s as %s', (digits, shown) => {
  expect(formatPhone(digits)).toBe(shown);
});
