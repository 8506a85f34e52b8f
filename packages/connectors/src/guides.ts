// The setup guides of the built-in connectors, read on request: they are needed rarely.
import { existsSync, readFileSync } from 'node:fs';

/** Next to the bundle, or next to the source. */
const folder = (): URL => {
  const beside = new URL('guides/', import.meta.url);
  return existsSync(beside) ? beside : new URL('../guides/', import.meta.url);
};

/** Empty for an unknown connector. */
export const readGuide = (textId: string): string => {
  const file = new URL(`${textId}.md`, folder());
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};
