// Variants of a provider's answer that no documentation describes, generated from a valid one.
import type { ProviderAnswer } from '../harness/providers.ts';

export type Variant = { name: string; change: (answer: ProviderAnswer) => ProviderAnswer };

const html = '<!doctype html><html lang="en"><title>Error</title><h1>Back soon</h1></html>';
const asHtml = { 'content-type': 'text/html' };
const metadataService = 'https://169.254.169.254/latest/meta-data/';

const bodies: Record<string, ProviderAnswer> = {
  ...Object.fromEntries(
    ['', 'null', '[]', '[null]', '"text"', '7', 'true', '{', '{}', '&&&START&&&', 'callback( null );', 'a=b&a=c'].map(
      (body) => [`the body ${JSON.stringify(body)}`, { body }],
    ),
  ),
  'deep nesting': { body: '['.repeat(100_000) },
  'no UTF-8': { body: Buffer.from('7b22fffe22c0af227d', 'hex') },
  HTML: { headers: asHtml, body: html },
  'HTML with 404': { status: 404, headers: asHtml, body: html },
  'HTML with 502': { status: 502, headers: asHtml, body: html },
  'a redirect': { status: 302, headers: { location: metadataService }, body: { access_token: 'a' } },
  'no content': { status: 204 },
  '401 without a body': { status: 401, body: '' },
  '429': { status: 429, body: { error: ['slow down'] } },
  '500': { status: 500, body: { error: { message: { text: 'broken' } } } },
  'errors of wrong types': { status: 400, body: { error: 7, error_description: {}, message: null, errcode: 'x' } },
};

const values: Record<string, unknown> = {
  null: null,
  'a list': ['x'],
  'an object': { toString: 'x', length: 1 },
  'a number': 7,
  true: true,
  'a huge text': 'x'.repeat(100_000),
  'control characters': 'a\u0000b\r\nc: d',
  'half a character': '\ud800',
  missing: undefined,
};

type Path = readonly string[];

const pathsIn = (value: unknown, at: Path = []): Path[] => {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, entry]) => pathsIn(entry, [...at, name]))
      : [];
  return at.length > 0 ? [at, ...inside] : inside;
};

const withValue = (whole: unknown, [name, ...rest]: Path, value: unknown): unknown => {
  if (name === undefined) return value;
  const copy = (Array.isArray(whole) ? [...whole] : { ...(whole as object) }) as Record<string, unknown>;
  copy[name] = withValue(copy[name], rest, value);
  return copy;
};

/** Each entry of this object, with each hostile value. */
export const hostileEntries = (valid: object): { name: string; change: (whole: object) => object }[] =>
  pathsIn(valid).flatMap((path) =>
    Object.entries(values).map(([name, value]) => ({
      name: `${path.join('.')}: ${name}`,
      change: (whole) => withValue(whole, path, value) as object,
    })),
  );

/** JSON, in what some providers put around it; undefined if there is none. */
const unwrapped = (body: ProviderAnswer['body']) => {
  const text = typeof body === 'object' && !Buffer.isBuffer(body) ? JSON.stringify(body) : String(body);
  const [, before = '', json, after = ''] = /^([^{[]*)([{[].*[}\]])([^}\]]*)$/s.exec(text) ?? [];
  return json === undefined ? undefined : { before, value: JSON.parse(json) as object, after };
};

export const hostileVariants = (valid: ProviderAnswer): Variant[] => {
  const entries = hostileEntries(unwrapped(valid.body)?.value ?? {}).map(({ name, change }) => ({
    name,
    change: (answer: ProviderAnswer) => {
      const inner = unwrapped(answer.body);
      if (!inner) return answer;
      return { ...answer, body: `${inner.before}${JSON.stringify(change(inner.value))}${inner.after}` };
    },
  }));
  return [...Object.entries(bodies).map(([name, answer]) => ({ name, change: () => answer })), ...entries];
};
