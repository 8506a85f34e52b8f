// Builds the documentation: the OpenAPI documents, the pages of `/docs` and their browser assets.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type DocumentFacts, documentOperations, openApiDocument } from '@tessera/contract/docs/openapi';
import { type ReferenceResource, referenceOf } from '@tessera/contract/docs/reference';
import type { ErrorCode } from '@tessera/contract/errors';
import type { Access } from '@tessera/contract/kit';
import english from '@tessera/phrases/en/errors.json' with { type: 'json' };
import { lookUp } from '@tessera/phrases/translate';
import { build } from 'esbuild';
import { errorPage } from './error-page.ts';
import { type Assets, framed, type Group } from './frame.ts';
import { guidePage } from './guide-page.ts';
import { escapeHtml, withCode } from './html.ts';
import type { Page } from './page.ts';
import { referencePage } from './reference-page.ts';

/** With placeholders instead of values, which only a response has. */
const messageOf = (code: ErrorCode) => lookUp(english, code) ?? '';

/** By the names the server uses. */
const documents: Record<string, Access[]> = {
  management: ['management', 'public'],
  experience: ['interaction'],
  user: ['account', 'me'],
  whole: ['management', 'public', 'scim', 'interaction', 'account', 'me'],
  cloud: ['cloud', 'organization', 'cloudPublic'],
};

const ofAccess = (reference: ReferenceResource[], ...kinds: Access[]) =>
  reference.filter(({ access }) => kinds.includes(access)).map((resource) => referencePage(resource, messageOf));

const groupsOf = (guides: Page[], reference: ReferenceResource[]): Group[] => [
  { phrase: 'guides', pages: guides },
  { phrase: 'reference', pages: [errorPage(reference, messageOf)] },
  { phrase: 'management_api', pages: ofAccess(reference, 'management', 'scim') },
  { phrase: 'account_api', pages: ofAccess(reference, 'account') },
  { phrase: 'experience_api', pages: ofAccess(reference, 'interaction') },
  { phrase: 'other_apis', pages: ofAccess(reference, 'public', 'me') },
];

const homePage = (guides: Page[], reference: ReferenceResource[]): Page => ({
  slug: '',
  title: 'Documentation',
  content: `<h1>Documentation</h1>
<p>Guides for operators and developers, and a reference of every API operation at <code>{{endpoint}}</code>.</p>
<p>OpenAPI documents: <a href="{{endpoint}}/api/.well-known/management.openapi.json">Management API</a>,
<a href="{{endpoint}}/api/.well-known/user.openapi.json">Account API</a>,
<a href="{{endpoint}}/api/.well-known/experience.openapi.json">Experience API</a>.</p>
<h2>Guides</h2>
<ul>${guides.map(({ slug, title }) => `<li><a href="{{base}}/${slug}">${escapeHtml(title)}</a></li>`).join('')}</ul>
<h2>API reference</h2>
<ul>${reference.map(({ slug, title, about }) => `<li><a href="{{base}}/api/${slug}">${escapeHtml(title)}</a>: ${withCode(about)}</li>`).join('')}</ul>`,
  entries: [],
});

const readGuides = async (folder: string): Promise<Page[]> => {
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md'));
  const guides = files.map(async (name) => {
    const slug = name.replace(/\.md$/, '').replaceAll('\\', '/');
    return guidePage(slug, await readFile(join(folder, name), 'utf8'));
  });
  return (await Promise.all(guides)).sort((a, b) => a.title.localeCompare(b.title));
};

const buildBrowser = async (dist: string) => {
  const { metafile } = await build({
    entryPoints: {
      script: join(import.meta.dirname, 'browser/main.ts'),
      style: join(import.meta.dirname, 'browser/docs.css'),
    },
    outdir: join(dist, 'assets'),
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    metafile: true,
    logLevel: 'warning',
  });
  const made = Object.keys(metafile.outputs).map((file) => basename(file));
  const named = (pattern: RegExp) => made.find((file) => pattern.test(file)) ?? '';
  return { script: named(/^script-.*\.js$/), style: named(/^style-.*\.css$/) };
};

const writeSearch = async (dist: string, pages: readonly Page[]) => {
  const entries = pages.flatMap(({ slug, entries: list }) =>
    list.map(({ title, text, anchor }) => [title, text, anchor ? `${slug}#${anchor}` : slug]),
  );
  const content = JSON.stringify(entries);
  const name = `search-${createHash('sha256').update(content).digest('hex').slice(0, 8)}.json`;
  await writeFile(join(dist, 'assets', name), content);
  return name;
};

type Options = {
  /** The folder of the guides. */
  guides: string;
  /** The changelog, served as the release notes. */
  changelog: string;
  dist: string;
  version: string;
};

export const buildDocs = async (options: Options) => {
  const { dist, version } = options;
  const facts: DocumentFacts = { version, messageOf, verificationIdHeader: '{{namespace}}-verification-id' };
  await rm(dist, { recursive: true, force: true });
  for (const folder of ['assets', 'openapi']) await mkdir(join(dist, folder), { recursive: true });
  const operations = documentOperations([...new Set(Object.values(documents).flat())], facts);
  for (const [name, kinds] of Object.entries(documents)) {
    await writeFile(join(dist, 'openapi', `${name}.json`), JSON.stringify(openApiDocument(kinds, facts, operations)));
  }
  const releases = guidePage('releases', await readFile(options.changelog, 'utf8'));
  const guides = [...(await readGuides(options.guides)), releases];
  const reference = referenceOf(operations);
  const groups = groupsOf(guides, reference);
  const pages = [homePage(guides, reference), ...groups.flatMap((group) => group.pages)];
  const assets: Assets = { ...(await buildBrowser(dist)), search: await writeSearch(dist, pages) };
  for (const page of pages) {
    const file = join(dist, 'pages', `${page.slug || 'index'}.html`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, framed(page, groups, assets));
  }
};
