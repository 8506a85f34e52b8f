// Pages made from the repository's docs folder.
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { codeBlock, escapeHtml } from './html.ts';
import type { Page } from './page.ts';

/** The same anchors as on GitHub. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/**
 * Links between pages lead to the served ones. Files outside of the folder are not served, so only their names remain.
 */
const linkTo = (href: string, slug: string): string | undefined => {
  if (/^(https?:|#)/.test(href)) return href;
  const [, file = '', anchor = ''] = /^(.+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  const page = posix.normalize(posix.join(posix.dirname(slug), file));
  return file === '' || page.startsWith('..') ? undefined : `{{base}}/${page}${anchor}`;
};

export const guidePage = (slug: string, markdown: string): Page => {
  const headings: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        if (depth > 1) headings.push(text);
        const id = depth > 1 ? ` id="${anchorOf(text)}"` : '';
        return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const target = linkTo(href, slug);
        return target ? `<a href="${escapeHtml(target)}">${text}</a>` : text;
      },
      code: ({ text }: Tokens.Code) => codeBlock(text, 'Code'),
      table(token: Tokens.Table) {
        const cell = (tag: string, { tokens }: Tokens.TableCell) =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
        const head = (one: Tokens.TableCell) => cell(one.text === '' ? 'td' : 'th', one);
        const row = (cells: string[]) => `<tr>${cells.join('')}</tr>`;
        // Markdown tables without a header have an empty first row.
        const hasHead = token.header.some(({ text }) => text !== '');
        const heads = hasHead ? `<thead>${row(token.header.map(head))}</thead>` : '';
        const body = token.rows.map((cells) => row(cells.map((one) => cell('td', one)))).join('');
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>${heads}<tbody>${body}</tbody></table></div>`;
      },
    },
  });
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (!title) throw new Error(`docs/${slug}.md has no title`);
  const content = marked.parse(markdown, { async: false });
  const sections = headings.map((heading) => ({ title: heading, text: title, anchor: anchorOf(heading) }));
  return { slug, title, content, entries: [{ title, text: 'Guide' }, ...sections] };
};
