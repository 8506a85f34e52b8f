// Text that the database can store and that all parsers read alike.

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
