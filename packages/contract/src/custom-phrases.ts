// Custom phrases: texts of the sign-in pages that a tenant says in its own words, and languages of its own.
import * as z from 'zod/mini';
import { id, jsonObject, text } from './fields.ts';
import { del, get, put, resource } from './kit.ts';

/** A part of the tree of English texts. */
export type Translation = { [key: string]: string | Translation };

export const customPhrase = z.object({
  tenantId: z.string(),
  id,
  languageTag: text(1, 16),
  translation: jsonObject,
});
export type CustomPhrase = z.output<typeof customPhrase>;

export const customPhrases = resource('custom-phrases', 'management', {
  list: get('/custom-phrases', { response: z.array(customPhrase) }),
  get: get('/custom-phrases/:languageTag', { response: customPhrase }),
  replace: put('/custom-phrases/:languageTag', {
    body: jsonObject,
    response: customPhrase,
    status: 201,
    change: 'custom-phrases.replaced',
  }),
  remove: del('/custom-phrases/:languageTag', { change: 'custom-phrases.deleted' }),
});
