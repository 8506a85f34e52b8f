// Text that a database cannot store, or that two readers would read differently, is refused at the gate.

const wellFormed = (text: string) => !text.includes('\0') && text.isWellFormed();

export const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).every(([name, item]) => wellFormed(name) && isStorable(item));
  }
  return true;
};
