// Fills the variables of a template in: `{{code}}`, `{{application.name}}`. What is unknown becomes nothing.
import type { MessagePayload } from './connector.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

const valueAt = (payload: MessagePayload, path: string): string => {
  let value: unknown = payload;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as Record<string, unknown>)[name];
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** In HTML values are texts, never markup: names come from people. */
export const fillTemplate = (template: string, payload: MessagePayload, isHtml = false): string =>
  template.replace(/\{\{\s*([\w.]{1,128})\s*\}\}/g, (_, path: string) => {
    const value = valueAt(payload, path);
    return isHtml ? escapeHtml(value) : value;
  });
