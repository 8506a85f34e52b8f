// Columns excluded from change records. Columns have the name of their contract field, so a field declared secret there
// is secret here.
import { api } from '@tessera/contract/api';
import { fieldsOf, secretRuleOf } from '@tessera/contract/field-rules';
import type { Resource } from '@tessera/contract/kit';
import { sealedColumns } from '../vault/sealed-columns.ts';
import type { Tables } from './tables.gen.ts';

const declared = (Object.values(api) as Resource[])
  .flatMap(({ operations }) => Object.values(operations))
  .flatMap(({ body, response }) => [body, response].flatMap((schema) => (schema ? fieldsOf(schema) : [])))
  .filter(({ schema }) => secretRuleOf(schema))
  .map(({ name }) => name);

/** Columns that no operation accepts or returns under their own name. */
const internal = [
  'authTag',
  'ciphertext',
  'encryptedDek',
  'iv',
  'lastSubmission',
  'passwordEncrypted',
  'token',
  'tokenSet',
];
const sealed = sealedColumns.map(({ property }) => property);
const secretColumns: ReadonlySet<string> = new Set([...declared, ...sealed, ...internal]);

/** Tables whose ID is itself the secret. */
const secretIds = new Set<keyof Tables>(['subjectTokens']);

export const isSecretColumn = (table: keyof Tables, column: string): boolean =>
  secretColumns.has(column) || (column === 'id' && secretIds.has(table));
