// Serializes responses: limited to the contract's fields, without secrets the caller may not read.
import type { SecretRule } from '@tessera/contract/field-rules';
import type { Operation, Resource } from '@tessera/contract/kit';
import { type $ZodType, safeEncode } from 'zod/v4/core';
import { reportIssues } from './field-issues.ts';
import { secretsCoverOf } from './mask-secrets.ts';

const cut = (schema: $ZodType, value: unknown): unknown => {
  const result = safeEncode(schema, value as never); // drops fields that are not in the contract
  if (!result.success) {
    throw new Error(
      `the answer does not fit its contract: ${reportIssues({ input: value, issues: result.error.issues }, []).details}`,
    );
  }
  return result.data;
};

/** The tag and the compressed forms of a response that is sent many times. */
export type Prepared = { etag?: string } & Partial<Record<'br' | 'gzip', Promise<Buffer>>>;
export type Encoded = {
  text: string;
  prepared?: Prepared;
  /** Without any secret: for versions and webhooks. */
  masked: string;
  /** The secret fields the caller read as a manager. */
  read: readonly string[];
};
export type Encode = (value: unknown, readsSecrets: boolean) => Encoded;

const withoutSecrets = (text: string): Encoded => ({ text, masked: text, read: [] });
const readByNobody = () => false;

const secretEncoder = (response: $ZodType, reveals: boolean): Encode | undefined => {
  const cover = secretsCoverOf(response);
  if (!cover) return undefined;
  return (value, readsSecrets) => {
    const data = cut(response, value);
    const masked = JSON.stringify(cover(data, readByNobody).value);
    if (!reveals) return withoutSecrets(masked);
    const isReadable = ({ readBy }: SecretRule) => readBy === 'recipient' || (readBy === 'managers' && readsSecrets);
    const forManagers = ({ readBy }: SecretRule) => readBy === 'managers' && readsSecrets;
    return {
      text: JSON.stringify(cover(data, isReadable).value),
      masked,
      read: cover(data, forManagers).read,
    };
  };
};

/** Public cached values are the same object each time, so their text is cached, too. */
export const encoderOf = ({ access }: Resource, { method, response, reveals }: Operation): Encode => {
  if (!response) return () => withoutSecrets('');
  const covered = secretEncoder(response, reveals ?? false);
  if (covered) return covered;
  const plain = (value: unknown) => withoutSecrets(JSON.stringify(cut(response, value)));
  if (access !== 'public' || method !== 'GET') return plain;
  const kept = new WeakMap<object, Encoded>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return plain(value);
    const known = kept.get(value);
    if (known) return known;
    const encoded = { ...plain(value), prepared: {} };
    kept.set(value, encoded);
    return encoded;
  };
};
