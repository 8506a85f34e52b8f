// A provider's response as administrators may see it: its beginning, without secrets and tokens.
import { secretMask } from '@tessera/contract/secret-mask';

const most = 2_000;
const confidentialName = /token|secret|password|assertion|authorization|cookie|code_verifier|^code$/i;
const tokens = /\beyJ[\w-]{5,}(\.[\w-]*){1,4}|\b(Bearer|Basic) [\w.~+/-]+=*/g;

const maskEntries = (_: string, value: unknown) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, entry]) => [
          name,
          typeof entry === 'string' && confidentialName.test(name) ? secretMask : entry,
        ]),
      )
    : value;

const readable = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), maskEntries, 2);
  } catch {
    return body;
  }
};

/** Forms in which a provider may repeat what it was sent. */
const formsOf = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
];

export const maskResponse = (body: string, secrets: readonly string[]): string =>
  secrets
    .filter((secret) => secret.length > 3)
    .flatMap(formsOf)
    .reduce((text, secret) => text.replaceAll(secret, secretMask), readable(body))
    .replace(tokens, secretMask)
    // Line breaks and tabs stay.
    .replace(/[^\P{C}\n\t]/gu, '')
    .slice(0, most)
    .toWellFormed();
