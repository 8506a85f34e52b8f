// Text that a database cannot store, or that two readers would read differently, is refused at the gate.

const wellFormed = (text: string) => !text.includes('\0') && text.isWellFormed();

// Nobody nests data this far; whoever does wants to see the reader fall.
const deepest = 64;

export const isStorable = (value: unknown, depth = 0): boolean => {
  if (depth > deepest) return false;
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.every((item) => isStorable(item, depth + 1));
  // A file is no text: it is looked at where it is stored.
  if (value instanceof Uint8Array) return true;
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).every(([name, item]) => wellFormed(name) && isStorable(item, depth + 1));
  }
  return true;
};
