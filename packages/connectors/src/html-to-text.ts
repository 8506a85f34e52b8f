// The plain-text part of an HTML email: its words, with line breaks, list marks and links.

const blocks: ReadonlySet<string> = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'center', 'div', 'dl', 'dd', 'dt', 'fieldset', 'figure', 'footer'],
  ...[
    'form',
    'header',
    'hr',
    'li',
    'main',
    'nav',
    'ol',
    'pre',
    'section',
    'table',
    'tbody',
    'tfoot',
    'thead',
    'tr',
    'ul',
  ],
]);
/** With an empty line around them. */
const paragraphs: ReadonlySet<string> = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const unseen: ReadonlySet<string> = new Set(['head', 'style', 'script', 'template', 'noscript']);

const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' },
  ...{ copy: '©', reg: '®', trade: '™', laquo: '«', raquo: '»', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
};
const highest = 0x10ffff;
const decode = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,8}));/gi, (written, decimal, hexadecimal, name) => {
    if (name) return named[name as string] ?? written;
    const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal as string, 16);
    return code > 0 && code <= highest ? String.fromCodePoint(code) : '';
  });

const attributeOf = (attributes: string, name: string) => {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes);
  return decode(found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
};

/** An unfinished comment ends with the text. */
const withoutComments = (html: string): string => {
  const parts: string[] = [];
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf('<!--', at);
    parts.push(html.slice(at, start === -1 ? html.length : start));
    const end = start === -1 ? -1 : html.indexOf('-->', start + 4);
    at = end === -1 ? html.length : end + 3;
  }
  return parts.join('');
};

// No part contains the start of another tag, so that the time is linear.
const tag = /<(\/?)([a-z][a-z\d]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>|<![^<>]*>/gi;

export const textOfHtml = (source: string): string => {
  const html = withoutComments(source);
  const parts: string[] = [];
  let hidden: string | undefined;
  let link: { href: string; from: number } | undefined;
  let end = 0;
  /** Line breaks at the end; those before the text don't count. */
  let breaks = 2;
  let endsInSpace = true;
  const breakLine = (count: number) => {
    if (breaks >= count) return;
    parts.push('\n'.repeat(count - breaks));
    [breaks, endsInSpace] = [count, true];
  };
  const push = (text: string) => {
    if (text === '') return;
    parts.push(text);
    [breaks, endsInSpace] = [0, text.endsWith(' ')];
  };
  const write = (words: string) => {
    const collapsed = words.replace(/\s+/g, ' ');
    push(decode(endsInSpace ? collapsed.trimStart() : collapsed));
  };
  for (const found of html.matchAll(tag)) {
    const { 1: slash = '', 2: written, 3: attributes = '', index } = found;
    if (hidden === undefined) write(html.slice(end, index));
    end = index + found[0].length;
    const name = written?.toLowerCase();
    if (name === undefined) continue;
    const isEnd = slash === '/';
    if (hidden !== undefined) {
      if (isEnd && name === hidden) hidden = undefined;
      continue;
    }
    if (unseen.has(name) && !isEnd) hidden = name;
    else if (name === 'br') breakLine(breaks + 1);
    else if (paragraphs.has(name)) breakLine(2);
    else if (blocks.has(name)) breakLine(1);
    if (name === 'li' && !isEnd) push('- ');
    if (name === 'img') push(attributeOf(attributes, 'alt'));
    if (name === 'a' && !isEnd) link = { href: attributeOf(attributes, 'href'), from: parts.length };
    if (name === 'a' && isEnd && link) {
      const label = parts.slice(link.from).join('').trim();
      if (/^[a-z][a-z\d+.-]*:/i.test(link.href) && label !== link.href) {
        push(label === '' ? link.href : `: ${link.href}`);
      }
      link = undefined;
    }
  }
  if (hidden === undefined) write(html.slice(end));
  return parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
};
