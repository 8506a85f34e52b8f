// Forms send the mask for unchanged secrets, which keeps the stored value.
import { secretMask } from '@tessera/contract/secret-mask';
import { invalidField } from './request-error.ts';

type Json = Record<string, unknown>;

/** `path` is the value's position in the body, to report a field with nothing to keep. */
export const keepStored = <T>(sent: T, stored: unknown, path: readonly string[]): T => {
  if (sent === secretMask) {
    if (typeof stored === 'string') return stored as T;
    throw invalidField([...path], 'no_stored_value');
  }
  if (typeof sent !== 'object' || sent === null) return sent;
  const below = (name: string) => (stored as Json | null | undefined)?.[name];
  if (Array.isArray(sent)) {
    return sent.map((item, index) => keepStored(item, below(String(index)), [...path, String(index)])) as T;
  }
  return Object.fromEntries(
    Object.entries(sent).map(([name, item]) => [name, keepStored(item, below(name), [...path, name])]),
  ) as T;
};
