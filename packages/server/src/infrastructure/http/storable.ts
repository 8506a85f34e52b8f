// Rejects text that the database cannot store, or that parsers would interpret differently.
import { isStorable } from '@tessera/contract/storable';
import { RequestError } from './request-error.ts';

export const requireStorable = (request: { params: unknown; query: unknown; body: unknown }) => {
  for (const part of ['params', 'query', 'body'] as const) {
    const value = request[part];
    if (isStorable(value)) continue;
    const field =
      typeof value === 'object' && value ? Object.entries(value).find(([, one]) => !isStorable(one, 1)) : [];
    const path = field?.[0] && isStorable(field[0]) ? [field[0]] : [];
    throw new RequestError('guard.invalid_input', {
      fields: { part, issues: [{ code: 'custom', path, key: 'unstorable' }] },
    });
  }
};
