// Vite plugin with a module for each language: its general phrases, and loaders for the others. One list of all files
// would be part of the first page and grow with each language.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { translatedLanguages } from '@tessera/phrases/languages';
import type { Plugin } from 'vite';

const name = 'virtual:texts';
const folder = join(import.meta.dirname, '../../../phrases/src');

const loadersOf = (imports: [name: string, module: string][]) =>
  `export const loaders = { ${imports.map(([key, module]) => `'${key}': () => import('${module}')`).join(', ')} };`;

const indexCode = () => loadersOf(translatedLanguages.map(({ tag }) => [tag, `${name}/${tag}`]));

const languageCode = (tag: string) => {
  const features = readdirSync(join(folder, tag, 'console')).map((file) => `console/${file.replace('.json', '')}`);
  const files = ['errors', ...features].map((file): [string, string] => [file, join(folder, tag, `${file}.json`)]);
  return `export { default as general } from '${join(folder, tag, 'console.json')}';\n${loadersOf(files)}`;
};

export const texts: Plugin = {
  name: 'texts',
  resolveId: (id) => (id.startsWith(name) ? `\0${id}` : undefined),
  load(id) {
    if (!id.startsWith(`\0${name}`)) return undefined;
    const tag = id.slice(name.length + 2);
    return tag === '' ? indexCode() : languageCode(tag);
  },
};
