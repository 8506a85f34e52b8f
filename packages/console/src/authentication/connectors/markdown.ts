// Parses the Markdown of setup instructions: headings, paragraphs, lists, code, bold and links. Anything else stays text,
// so that nothing in it can become markup of the page.
export type Span = { kind: 'text' | 'strong' | 'code'; text: string } | { kind: 'link'; text: string; href: string };
export type Piece =
  | { kind: 'heading' | 'paragraph'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; start: number; items: Piece[][] }
  /** Without a language, each line is a value to copy. */
  | { kind: 'code'; language: string; text: string };

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
const item = /^ *(?:[-*]|(\d{1,9})[.)]) +(.*)$/;
const fence = /^ *```(\w*)/;

/** Items at a deeper level stay text. */
const mostLevels = 6;

type Lines = readonly string[];
type Found = { piece: Piece; end: number } | undefined;

const indentOf = (line: string) => line.length - line.trimStart().length;
const withoutIndent = (line: string, most: number) => line.slice(Math.min(indentOf(line), most));
const isBlank = (line: string) => line.trim() === '';
const startsBlock = (line: string) => heading.test(line) || item.test(line) || fence.test(line);

/** The first line from `at` with a text, or the end. */
const skipBlank = (lines: Lines, at: number): number => {
  let next = at;
  while (next < lines.length && isBlank(lines[next] ?? '')) next += 1;
  return next;
};

const readCode = (lines: Lines, at: number): Found => {
  const opening = lines[at] ?? '';
  const [, language] = fence.exec(opening) ?? [];
  if (language === undefined) return undefined;
  let end = at + 1;
  while (end < lines.length && !fence.test(lines[end] ?? '')) end += 1;
  const code = lines.slice(at + 1, end).map((line) => withoutIndent(line, indentOf(opening)));
  return { piece: { kind: 'code', language, text: code.join('\n') }, end: end + 1 };
};

const readHeading = (lines: Lines, at: number): Found => {
  const [, title] = heading.exec(lines[at] ?? '') ?? [];
  return title === undefined ? undefined : { piece: { kind: 'heading', spans: spansOf(title) }, end: at + 1 };
};

/** The indented lines that belong to an item, without their indentation. */
const readItem = (lines: Lines, at: number, text: string): { own: string[]; end: number } => {
  const inner = indentOf(lines[at] ?? '') + 2;
  const own = [text];
  let end = at + 1;
  for (;;) {
    const next = skipBlank(lines, end);
    const line = lines[next] ?? '';
    const indent = indentOf(line);
    const continues = next === end && indent > 0 && !startsBlock(line);
    if (next === lines.length || !(indent >= inner || continues)) return { own, end };
    for (const one of lines.slice(end, next + 1)) own.push(withoutIndent(one, inner));
    end = next + 1;
  }
};

/** Empty lines between the items don't end the list. */
const readList = (lines: Lines, at: number, level: number): Found => {
  const [whole, first] = item.exec(lines[at] ?? '') ?? [];
  if (whole === undefined || level === mostLevels) return undefined;
  const ordered = first !== undefined;
  const items: Piece[][] = [];
  let end = at;
  for (;;) {
    const next = skipBlank(lines, end);
    const [found, number, text = ''] = item.exec(lines[next] ?? '') ?? [];
    if (found === undefined || (number !== undefined) !== ordered) break;
    const { own, end: after } = readItem(lines, next, text);
    items.push(parseLines(own, level + 1));
    end = after;
  }
  return { piece: { kind: 'list', ordered, start: ordered ? Number(first) : 1, items }, end };
};

const readParagraph = (lines: Lines, at: number): NonNullable<Found> => {
  let end = at + 1;
  while (end < lines.length && !isBlank(lines[end] ?? '') && !startsBlock(lines[end] ?? '')) end += 1;
  const text = lines.slice(at, end).map((line) => line.trim());
  return { piece: { kind: 'paragraph', spans: spansOf(text.join(' ')) }, end };
};

const parseLines = (lines: Lines, level: number): Piece[] => {
  const pieces: Piece[] = [];
  for (let at = skipBlank(lines, 0); at < lines.length; ) {
    const { piece, end } =
      readCode(lines, at) ?? readHeading(lines, at) ?? readList(lines, at, level) ?? readParagraph(lines, at);
    pieces.push(piece);
    at = skipBlank(lines, end);
  }
  return pieces;
};

export const parseMarkdown = (markdown: string): Piece[] => parseLines(markdown.split(/\r?\n/), 0);
