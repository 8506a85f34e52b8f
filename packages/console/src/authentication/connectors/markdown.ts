// Parses the Markdown of setup instructions: headings, paragraphs, lists, code, bold and links. Anything else stays text,
// so that nothing in it can become markup of the page.
export type Span = { kind: 'text' | 'strong' | 'code'; text: string } | { kind: 'link'; text: string; href: string };
export type Piece =
  | { kind: 'heading' | 'paragraph'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'code'; text: string };

const inline = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https:\/\/[^\s)]+)\)/g;

const spansOf = (line: string): Span[] => {
  const spans: Span[] = [];
  let end = 0;
  for (const match of line.matchAll(inline)) {
    const [whole, code, strong, label = '', href] = match;
    if (match.index > end) spans.push({ kind: 'text', text: line.slice(end, match.index) });
    if (code !== undefined) spans.push({ kind: 'code', text: code });
    else if (strong !== undefined) spans.push({ kind: 'strong', text: strong });
    else if (href !== undefined) spans.push({ kind: 'link', text: label, href });
    end = match.index + whole.length;
  }
  if (end < line.length) spans.push({ kind: 'text', text: line.slice(end) });
  return spans;
};

const heading = /^#{1,6} +(.*)$/;
const item = /^ {0,3}(?:[-*]|(\d+)[.)]) +(.*)$/;
const fence = /^ *```/;

/** Consecutive lines of one kind; a line that starts nothing continues the one before. */
type Draft = { kind: 'paragraph'; lines: string[] } | { kind: 'list'; ordered: boolean; lines: string[] };

const finish = (draft: Draft | undefined): Piece[] => {
  if (!draft) return [];
  if (draft.kind === 'list') return [{ kind: 'list', ordered: draft.ordered, items: draft.lines.map(spansOf) }];
  return [{ kind: 'paragraph', spans: spansOf(draft.lines.join(' ')) }];
};

export function parseMarkdown(markdown: string): Piece[] {
  const pieces: Piece[] = [];
  let draft: Draft | undefined;
  let code: string[] | undefined;
  const flush = () => {
    pieces.push(...finish(draft));
    draft = undefined;
  };
  for (const line of markdown.split(/\r?\n/)) {
    if (fence.test(line)) {
      if (code) pieces.push({ kind: 'code', text: code.join('\n') });
      else flush();
      code = code ? undefined : [];
      continue;
    }
    if (code) {
      code.push(line);
      continue;
    }
    const [, title] = heading.exec(line) ?? [];
    const [, number, text] = item.exec(line) ?? [];
    if (title !== undefined) {
      flush();
      pieces.push({ kind: 'heading', spans: spansOf(title) });
    } else if (text !== undefined) {
      const ordered = number !== undefined;
      if (draft?.kind !== 'list' || draft.ordered !== ordered) {
        flush();
        draft = { kind: 'list', ordered, lines: [] };
      }
      draft.lines.push(text);
    } else if (line.trim() === '') {
      // A list continues after an empty line if another item follows.
      if (draft?.kind !== 'list') flush();
    } else if (draft?.kind === 'list' && /^\s/.test(line)) {
      draft.lines.push(`${draft.lines.pop() ?? ''} ${line.trim()}`);
    } else {
      if (draft?.kind !== 'paragraph') {
        flush();
        draft = { kind: 'paragraph', lines: [] };
      }
      draft.lines.push(line.trim());
    }
  }
  flush();
  if (code) pieces.push({ kind: 'code', text: code.join('\n') });
  return pieces;
}
