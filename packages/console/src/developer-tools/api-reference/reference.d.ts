// The API reference generated from the contract at build time.
declare module 'virtual:api-reference' {
  import type { ReferenceOperation, ReferenceResource } from '@tessera/contract/docs/reference';

  type IndexOperation = Pick<ReferenceOperation, 'name' | 'method' | 'path' | 'summary'>;
  export type IndexResource = Omit<ReferenceResource, 'operations'> & { operations: IndexOperation[] };
  export const index: readonly IndexResource[];
  /** `undefined` for an unknown resource. */
  export const load: (slug: string) => Promise<ReferenceResource> | undefined;
}
