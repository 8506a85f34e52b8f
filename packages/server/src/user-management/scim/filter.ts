// Parses filters (RFC 7644, section 3.4.2.2) into a tree. Also reads `emails[type eq "work"].value eq "…"`, by which Entra
// ID looks up users.
import { scimError } from './scim-error.ts';

export const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le', 'pr'] as const;
export type Operator = (typeof operators)[number];
export type Value = string | number | boolean | null;
export type Comparison = { type: 'compare'; path: string; operator: Operator; value: Value };
export type Filter =
  | { type: 'and'; left: Filter; right: Filter }
  | { type: 'or'; left: Filter; right: Filter }
  | { type: 'not'; inner: Filter }
  | Comparison
  /** One value of a multi-valued attribute matches `inner`. */
  | { type: 'within'; path: string; inner: Filter };

/** Each comparison costs a condition in SQL, and each level a call. */
const mostComparisons = 20;
const mostDepth = 10;
const mostLength = 2048;

const tokenPattern =
  /\s*(?:(?<open>[([])|(?<close>[)\]])|(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?![\w.]))|(?<dotted>\.[A-Za-z$][\w$-]*)|(?<word>[A-Za-z$][\w$.:-]*))/y;
type Token = { kind: 'open' | 'close' | 'text' | 'number' | 'dotted' | 'word'; text: string };

const invalid = (reason: string) => scimError('invalid_filter', { reason });

const tokensOf = (source: string): Token[] => {
  if (source.length > mostLength) throw invalid(`It is longer than ${mostLength} characters.`);
  const tokens: Token[] = [];
  const end = source.trimEnd().length;
  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < end) {
    const at = tokenPattern.lastIndex;
    const found = tokenPattern.exec(source);
    if (!found) throw invalid(`Unexpected text at position ${at + 1}.`);
    const [kind, text] = Object.entries(found.groups ?? {}).find(([, part]) => part !== undefined) ?? [];
    tokens.push({ kind: kind as Token['kind'], text: String(text) });
  }
  return tokens;
};

const readText = (text: string): string => {
  try {
    const value = JSON.parse(text) as string;
    // The database has no null characters and no halves of characters.
    if (!value.includes('\0') && value.isWellFormed()) return value;
  } catch {
    // Reported in the same way.
  }
  throw invalid('A text has an invalid escape sequence.');
};

const readValue = ({ kind, text }: Token): Value => {
  if (kind === 'number') return Number(text);
  if (kind === 'text') return readText(text);
  const literals: Record<string, Value> = { true: true, false: false, null: null };
  const literal = kind === 'word' ? literals[text.toLowerCase()] : undefined;
  if (literal === undefined) throw invalid(`A value is expected instead of ${text}.`);
  return literal;
};

/** The filter of a list, or the one in brackets of a path. */
export const parseFilter = (source: string): Filter => {
  const tokens = tokensOf(source);
  const state = { at: 0, comparisons: 0 };
  const peek = () => tokens[state.at];
  const take = (): Token => {
    const token = tokens[state.at];
    if (!token) throw invalid('It ends too early.');
    state.at += 1;
    return token;
  };
  const isWord = (...texts: string[]) => {
    const token = peek();
    return token?.kind === 'word' && texts.includes(token.text.toLowerCase());
  };
  const expect = (text: string) => {
    const token = take();
    if (token.text !== text) throw invalid(`${text} is expected instead of ${token.text}.`);
  };

  const comparison = (path: string): Comparison => {
    state.comparisons += 1;
    if (state.comparisons > mostComparisons) throw invalid(`It has more than ${mostComparisons} comparisons.`);
    const { text } = take();
    const operator = operators.find((one) => one === text.toLowerCase());
    if (!operator) throw invalid(`${text} is not an operator.`);
    return { type: 'compare', path, operator, value: operator === 'pr' ? null : readValue(take()) };
  };
  const term = (depth: number): Filter => {
    if (depth > mostDepth) throw invalid(`It is nested more than ${mostDepth} levels deep.`);
    if (isWord('not') && tokens[state.at + 1]?.text === '(') {
      take();
      return { type: 'not', inner: group(depth) };
    }
    if (peek()?.text === '(') return group(depth);
    const token = take();
    if (token.kind !== 'word') throw invalid(`An attribute is expected instead of ${token.text}.`);
    if (peek()?.text !== '[') return comparison(token.text);
    expect('[');
    const inner = disjunction(depth + 1);
    expect(']');
    if (peek()?.kind !== 'dotted') return { type: 'within', path: token.text, inner };
    const sub = comparison(take().text.slice(1));
    return { type: 'within', path: token.text, inner: { type: 'and', left: inner, right: sub } };
  };
  const group = (depth: number): Filter => {
    expect('(');
    const inner = disjunction(depth + 1);
    expect(')');
    return inner;
  };
  const conjunction = (depth: number): Filter => {
    let left = term(depth);
    while (isWord('and')) {
      take();
      left = { type: 'and', left, right: term(depth) };
    }
    return left;
  };
  const disjunction = (depth: number): Filter => {
    let left = conjunction(depth);
    while (isWord('or')) {
      take();
      left = { type: 'or', left, right: conjunction(depth) };
    }
    return left;
  };

  const filter = disjunction(0);
  const rest = peek();
  if (rest) throw invalid(`Unexpected ${rest.text}.`);
  return filter;
};
