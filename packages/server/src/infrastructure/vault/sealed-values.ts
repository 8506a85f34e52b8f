// The format of a sealed value in its column. It has a prefix, so that plaintext from before is recognized; empty
// values stay as they are.
import type { Kind, SealedColumn } from './sealed-columns.ts';
import type { Owner, Vault } from './vault.ts';

const mark = '$sealed';
const textMark = `${mark}:`;
const bytesMark = Buffer.from(textMark);
const emptyValues = new Set<unknown>([null, undefined, '', '[]', '{}']);

type SealedJson = { [mark]: string };

const isSealed: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value.startsWith(textMark),
  json: (value) => typeof value === 'object' && value !== null && Object.hasOwn(value, mark),
  bytes: (value) => Buffer.isBuffer(value) && value.subarray(0, bytesMark.length).equals(bytesMark),
};

/** SQL condition for rows with a plaintext value. */
export const unsealedCondition = ({ column, kind }: SealedColumn): string =>
  ({
    text: `${column} <> '' and not starts_with(${column}, '${textMark}')`,
    json: `${column} not in ('[]', '{}') and not (jsonb_typeof(${column}) = 'object' and ${column} ? '${mark}')`,
    bytes: `substring(${column} from 1 for ${bytesMark.length}) <> '\\x${bytesMark.toString('hex')}'`,
  })[kind];

/** `value` is what would be sent to the database. */
export const sealValue = (vault: Vault, tenantId: string, { table, column, kind }: SealedColumn, value: unknown) => {
  const owner = { tenantId, column: `${table}.${column}` };
  if (kind === 'bytes') return Buffer.concat([bytesMark, vault.sealBytes(owner, value as Buffer)]);
  const text = typeof value === 'string' || emptyValues.has(value) ? value : JSON.stringify(value);
  if (emptyValues.has(text)) return value;
  const sealed = vault.seal(owner, text as string);
  return kind === 'text' ? `${textMark}${sealed}` : JSON.stringify({ [mark]: sealed } satisfies SealedJson);
};

/** `value` is what came from the database. */
export const openValue = (vault: Vault, tenantId: string, { table, column, kind }: SealedColumn, value: unknown) => {
  if (!isSealed[kind](value)) return value;
  const owner = { tenantId, column: `${table}.${column}` };
  if (kind === 'bytes') return vault.openBytes(owner, (value as Buffer).subarray(bytesMark.length));
  if (kind === 'text') return vault.open(owner, (value as string).slice(textMark.length));
  return JSON.parse(vault.open(owner, (value as SealedJson)[mark])) as unknown;
};

/** The stored form under the current key; `undefined` if there is nothing to do. */
export const resealValue = (vault: Vault, tenantId: string, { table, column, kind }: SealedColumn, value: unknown) => {
  if (!isSealed[kind](value)) return undefined;
  const owner = { tenantId, column: `${table}.${column}` };
  if (kind === 'bytes') {
    const sealed = vault.resealBytes(owner, (value as Buffer).subarray(bytesMark.length));
    return sealed && Buffer.concat([bytesMark, sealed]);
  }
  const text = kind === 'text' ? (value as string).slice(textMark.length) : (value as SealedJson)[mark];
  const sealed = resealText(vault, owner, text);
  if (!sealed) return undefined;
  return kind === 'text' ? `${textMark}${sealed}` : JSON.stringify({ [mark]: sealed } satisfies SealedJson);
};

export const resealText = (vault: Vault, owner: Owner, sealed: string): string | undefined =>
  vault.resealBytes(owner, Buffer.from(sealed, 'base64url'))?.toString('base64url');
