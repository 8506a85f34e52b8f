// The layout of every page: search, navigation, and placeholders filled in when a page is served.
import { escapeHtml } from './html.ts';
import type { Page } from './page.ts';

export type Group = { phrase: string; pages: Page[] };
export type Assets = { script: string; style: string; search: string };

/** Filled in by the server: `t:` names a phrase. */
const phrase = (key: string) => `{{t:${key}}}`;
const hrefOf = (slug: string) => `{{base}}${slug && `/${slug}`}`;

const navigation = (groups: readonly Group[], current: string) =>
  groups
    .map(({ phrase: key, pages }, index) => {
      const links = pages.map(({ slug, title }) => {
        const mark = slug === current ? ' aria-current="page"' : '';
        return `<li><a href="${hrefOf(slug)}"${mark}>${escapeHtml(title)}</a></li>`;
      });
      return `<h2 id="group-nav-${index}">${phrase(key)}</h2><ul lang="en" dir="ltr" aria-labelledby="group-nav-${index}">${links.join('')}</ul>`;
    })
    .join('');

export const framed = ({ slug, title, content }: Page, groups: readonly Group[], assets: Assets) => `<!doctype html>
<html lang="{{lang}}" dir="{{dir}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${slug ? `${escapeHtml(title)} – ${phrase('title')}` : phrase('title')}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs-assets/${assets.style}">
<script nonce="{{nonce}}" type="module" src="/docs-assets/${assets.script}"></script>
</head>
<body data-search="/docs-assets/${assets.search}" data-base="{{base}}" data-none="${phrase('search_none')}" data-copy="${phrase('copy')}" data-copied="${phrase('copied')}">
<a class="skip" href="#content">${phrase('skip')}</a>
<header>
<a class="home" href="{{base}}">${phrase('title')}</a>
<button type="button" class="menu" aria-expanded="false" aria-controls="navigation" hidden>${phrase('contents')}</button>
<div class="search" role="search">
<label for="search" class="hidden">${phrase('search')}</label>
<input id="search" type="search" placeholder="${phrase('search')}" autocomplete="off" spellcheck="false" aria-controls="results" hidden>
<div id="results" class="results" hidden><ul lang="en" dir="ltr"></ul></div>
<p class="hidden" role="status" aria-live="polite"></p>
</div>
</header>
<div class="columns">
<nav id="navigation" aria-label="${phrase('contents')}">${navigation(groups, slug)}</nav>
<main id="content" lang="en" dir="ltr" tabindex="-1">
${content}
</main>
</div>
</body>
</html>
`;
