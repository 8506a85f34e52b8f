// The files a built page loads, initially and lazily, with their brotli sizes.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type Weight = { js: number; css: number; requests: number };

const distOf = (app: string) => join(import.meta.dirname, '../../packages', app, 'dist');

const weigh = (app: string, files: string[]): Weight => {
  const sum = (extension: string) =>
    files
      .filter((file) => file.endsWith(extension))
      .reduce((total, file) => total + statSync(join(distOf(app), `${file}.br`)).size / 1024, 0);
  return { js: sum('.js'), css: sum('.css'), requests: files.length };
};

const namedBy = (app: string, page: string): string[] => {
  const html = readFileSync(join(distOf(app), page), 'utf8');
  const tags = html.match(/<script [^>]*src=[^>]*>|<link rel="(?:modulepreload|stylesheet)"[^>]*>/g) ?? [];
  return tags.flatMap((tag) => /(?:src|href)="\/[\w-]+\/([^"]+)"/.exec(tag)?.[1] ?? []);
};

/** KiB of scripts and styles a page needs initially, and the number of requests. */
export const firstLoad = (app: string, page = 'index.html'): Weight => weigh(app, namedBy(app, page));

// `import(…)`, and the indexes of further files in the script's dependency list.
const lazyImport = /import\(`\.\/([^`]+)`\)(?:(?:(?!import\(|,\[\]).){0,200}?__vite__mapDeps\(\[([\d,]*)\]\))?/g;

const scriptsOf = (app: string) => readdirSync(distOf(app)).filter((file) => file.endsWith('.js'));
const routesOf = (app: string) => scriptsOf(app).filter((file) => file.startsWith('feature-routes-'));

/** The routes of the console's features, loaded with the first page after the first screen. */
export const routesLoad = (): Weight => weigh('console', routesOf('console'));

/** The size each lazy chunk adds to the first load and to the routes, by file name. */
export const laterLoads = (app: string, page = 'index.html'): Map<string, Weight> => {
  const first = new Set([...namedBy(app, page), ...routesOf(app)]);
  const scripts = scriptsOf(app);
  const found = scripts.flatMap((script) => {
    const code = readFileSync(join(distOf(app), script), 'utf8');
    const listed = /m\.f=\[([^\]]*)\]/.exec(code)?.[1]?.match(/[\w.-]+\.(?:js|css)/g) ?? [];
    return [...code.matchAll(lazyImport)].map(([, entry = '', indexes = '']) => {
      const needed = indexes.split(',').flatMap((index) => listed[Number(index)] ?? []);
      const added = [...new Set([entry, ...needed])].filter((file) => !first.has(file));
      return [entry, weigh(app, added)] as const;
    });
  });
  return new Map(found);
};
