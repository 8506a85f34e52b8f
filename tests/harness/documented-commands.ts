// Commands from the documentation, so that tests run what operators copy.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The only command of a page that starts with these words. */
export const documentedCommand = (page: string, start: string): string => {
  const text = readFileSync(join(import.meta.dirname, '../../docs', page), 'utf8');
  const blocks = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, block = '']) => block);
  const found = blocks
    .flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line.startsWith(start));
  const [command] = found;
  if (!command || found.length > 1) throw new Error(`${page} has ${found.length} commands that begin with ${start}`);
  return command;
};
