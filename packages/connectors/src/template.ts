// Fills the variables of a template: `{{code}}`, `{{ application.name }}`.
import type { MessagePayload } from './connector.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

/** Variables that every template may use; empty if the message has no value for them. */
const knownRoots: ReadonlySet<string> = new Set([
  ...['code', 'link', 'locale', 'uiLocales'],
  ...['application', 'organization', 'user', 'inviter'],
]);

const isPrimitive = (value: unknown) => ['string', 'number', 'boolean', 'bigint'].includes(typeof value);

/** Undefined for a variable that does not exist, so that a typo stays visible. */
const valueAt = (payload: MessagePayload, path: string): string | undefined => {
  const [root = '', ...rest] = path.split('.');
  if (!Object.hasOwn(payload, root)) return knownRoots.has(root) ? '' : undefined;
  let value: unknown = payload[root];
  for (const name of rest) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return '';
    value = (value as Record<string, unknown>)[name];
  }
  return isPrimitive(value) ? String(value) : '';
};

const start = '{{#link}}';
const end = '{{/link}}';

/** `{{#link}}…{{/link}}` is left out of messages without a link. An end without a start, or the reverse, stays visible. */
const keepSections = (template: string, hasLink: boolean): string => {
  const [before = '', ...parts] = template.split(start);
  const kept = parts.map((part) => {
    const at = part.indexOf(end);
    if (at < 0) return start + part;
    return (hasLink ? part.slice(0, at) : '') + part.slice(at + end.length);
  });
  return before + kept.join('');
};

/** Values are escaped in HTML, since names are user input. */
export const fillTemplate = (template: string, payload: MessagePayload, isHtml = false): string =>
  keepSections(template, Boolean(payload.link)).replace(/\{\{\s*([\w.]{1,128})\s*\}\}/g, (written, path: string) => {
    const value = valueAt(payload, path);
    if (value === undefined) return written;
    return isHtml ? escapeHtml(value) : value;
  });
