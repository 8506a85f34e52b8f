// Random values that callers present (tokens, codes, session IDs) are stored as SHA-256: they can be recognized but not
// read back. They have at least 100 bits of entropy, so no salt or slow hash is needed.
import { hash } from 'node:crypto';

export const digestOf = (value: string): string => hash('sha256', value, 'hex');

/** The row ID of provider models. A grant's ID authenticates nothing, and other rows reference it. */
export const modelId = (modelName: string, id: string): string => (modelName === 'Grant' ? id : digestOf(id));
