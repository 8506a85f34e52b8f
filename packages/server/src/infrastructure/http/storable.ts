// Rejects text that the database cannot store, or that parsers would interpret differently.
import { RequestError } from './request-error.ts';

const wellFormed = (text: string) => !text.includes('\0') && text.isWellFormed();

// Legitimate payloads never nest this deep; deeper ones are attempts to overflow the stack.
const deepest = 64;

export const isStorable = (value: unknown, depth = 0): boolean => {
  if (depth > deepest) return false;
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1));
  // Files are not text; they are validated where they are stored.
  if (value instanceof Uint8Array) return true;
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).every(([name, item]) => wellFormed(name) && isStorable(item, depth + 1));
  }
  return true;
};

export const requireStorable = (request: { params: unknown; query: unknown; body: unknown }) => {
  for (const part of ['params', 'query', 'body'] as const) {
    const value = request[part];
    if (isStorable(value)) continue;
    const field =
      typeof value === 'object' && value ? Object.entries(value).find(([, one]) => !isStorable(one, 1)) : [];
    const path = field?.[0] && isStorable(field[0]) ? [field[0]] : [];
    throw new RequestError('guard.invalid_input', {
      fields: { part, issues: [{ code: 'custom', path, key: 'unstorable' }] },
    });
  }
};
