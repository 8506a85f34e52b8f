// Custom phrases: a tenant's overrides of sign-in texts, and additional languages.
import * as z from 'zod/mini';
import { id, jsonObject, text } from './fields.ts';
import { del, get, put, resource } from './kit.ts';

/** A subset of the English phrase tree. */
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
