// The error code page: message, status and operations of each code.
import type { ReferenceResource } from '@tessera/contract/docs/reference';
import { type ErrorCode, errors } from '@tessera/contract/errors';
import { escapeHtml } from './html.ts';
import type { Page } from './page.ts';

/** Codes used by almost every operation list none. */
const mostListed = 12;

const usesOf = (reference: readonly ReferenceResource[]) => {
  const uses = new Map<ErrorCode, string[]>();
  for (const { slug, operations } of reference) {
    for (const operation of operations) {
      const link = `<a href="{{base}}/api/${slug}#${operation.name}"><code>${operation.method} ${escapeHtml(operation.path)}</code></a>`;
      for (const { code } of operation.errors) uses.set(code, [...(uses.get(code) ?? []), link]);
    }
  }
  return uses;
};

export const errorPage = (reference: readonly ReferenceResource[], messageOf: (code: ErrorCode) => string): Page => {
  const uses = usesOf(reference);
  const codes = Object.entries(errors) as [ErrorCode, number][];
  const groups = Object.entries(Object.groupBy(codes, ([code]) => code.split('.')[0] ?? ''));
  const row = ([code, status]: [ErrorCode, number]) => {
    const links = uses.get(code) ?? [];
    const used = links.length > 0 && links.length <= mostListed ? `<p>${links.join('<br>')}</p>` : '';
    return `<dt id="${code}"><code>${code}</code> <small>${status}</small></dt><dd><p>${escapeHtml(messageOf(code))}</p>${used}</dd>`;
  };
  const content = `<h1>Error codes</h1>
<p>Errors return a status and a JSON object with <code>code</code> and <code>message</code>. The message describes the problem
and its fix in the language of the request. Match on <code>code</code>; messages can change.</p>
${groups.map(([group, items = []]) => `<section aria-labelledby="group-${group}"><h2 id="group-${group}">${group}</h2><dl>${items.map(row).join('')}</dl></section>`).join('\n')}`;
  const entries = codes.map(([code]) => ({ title: code, text: messageOf(code), anchor: code }));
  return {
    slug: 'errors',
    title: 'Error codes',
    content,
    entries: [{ title: 'Error codes', text: 'Reference' }, ...entries],
  };
};
