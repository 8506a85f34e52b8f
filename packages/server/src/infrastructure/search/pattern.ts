// Validates regular expressions of callers. PostgreSQL runs plain ones in linear time, but back-references and nested
// repetitions can keep it busy for hours.

const longest = 256;
// Digits after a backslash; preceding pairs are consumed in order, so that an escaped backslash hides nothing.
const backReference = /^(?:[^\\]|\\[^1-9])*\\[1-9]/s;
const lookaround = /\(\?<?[=!]/;
// Options other than letter case change the meaning of the rest.
const directive = /^\*\*\*|^\(\?(?![ci]+\)|:)/;
const repetition = /^(?:[*+?]|\{\d*,?\d*\})/;

type Group = { repeats: boolean; counts: boolean };

/** Whether a counted repetition and another one are nested: `(a{1,9}b)*`, `(a*b){9}`. */
const nestsCounts = (pattern: string): boolean => {
  const open: Group[] = [{ repeats: false, counts: false }];
  let closed: Group | undefined;
  let at = 0;
  while (at < pattern.length) {
    const rest = pattern.slice(at);
    const [repeat = ''] = repetition.exec(rest) ?? [];
    const group = open.at(-1);
    if (repeat && group) {
      const counts = repeat.startsWith('{');
      if (closed && (closed.counts || (counts && closed.repeats))) return true;
      group.repeats = true;
      group.counts ||= counts;
      at += repeat.length;
      continue;
    }
    const [bracket = ''] = /^\[\^?\]?(?:\\.|\[[:.=].*?[:.=]\]|[^\]])*\]/s.exec(rest) ?? [];
    const inner = rest.startsWith(')') && open.length > 1 ? open.pop() : undefined;
    if (rest.startsWith('(')) open.push({ repeats: false, counts: false });
    const outer = open.at(-1);
    if (inner && outer) {
      outer.repeats ||= inner.repeats;
      outer.counts ||= inner.counts;
    }
    closed = inner;
    at += bracket.length || (rest.startsWith('\\') ? 2 : 1);
  }
  return false;
};

/** The problem of a pattern; `undefined` if it may run. */
export const patternProblem = (pattern: string): string | undefined => {
  if (pattern.length > longest) return `the pattern is longer than ${longest} characters`;
  if (directive.test(pattern)) return 'the pattern must not begin with options other than (?i) or (?c)';
  if (backReference.test(pattern)) return 'the pattern must not contain back-references';
  if (lookaround.test(pattern)) return 'the pattern must not look ahead or behind';
  if (nestsCounts(pattern)) return 'the pattern must not repeat a group that contains a counted repetition';
  return undefined;
};
