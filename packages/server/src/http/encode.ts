// Answers as they are sent: cut to what the contract names, as text.
import type { Operation, Resource } from '@tessera/contract/kit';
import { type $ZodError, type $ZodType, safeEncode } from 'zod/v4/core';

export const detailsOf = (error: $ZodError) =>
  error.issues.map(({ path, message }) => `${path.map(String).join('.') || 'input'}: ${message}`).join('\n');

const encoded = (schema: $ZodType, value: unknown): string => {
  const result = safeEncode(schema, value as never); // drops what the contract does not name
  if (!result.success) throw new Error(`the answer does not fit its contract: ${detailsOf(result.error)}`);
  return JSON.stringify(result.data);
};

export type Encode = (value: unknown) => string;

/** What is public and comes from a cache is the same object each time; its text is made once. */
export const encoderOf = ({ access }: Resource, { method, response }: Operation): Encode => {
  if (!response) return () => '';
  if (access !== 'public' || method !== 'GET') return (value) => encoded(response, value);
  const kept = new WeakMap<object, string>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return encoded(response, value);
    const text = kept.get(value) ?? encoded(response, value);
    kept.set(value, text);
    return text;
  };
};
