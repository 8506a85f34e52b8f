// Field errors of a request. Collected where they are found and translated when the response is written, because only
// then the caller's language is known.
import { type BrokenRule, brokenRules } from '@tessera/contract/field-issues';
import { type IssueKey, issueText } from '@tessera/phrases/issues';
import type { $ZodIssue } from 'zod/v4/core';

/** For a rule that no schema can express; `key` names its text. */
type OwnIssue = { code: 'custom'; path: PropertyKey[]; key: IssueKey; values?: Record<string, string | number> };
export type FieldIssue = $ZodIssue | OwnIssue;
export type InvalidFields = { part?: string; input?: unknown; issues: readonly FieldIssue[] };
const isOwn = (issue: FieldIssue): issue is OwnIssue => 'key' in issue;
type ReportedIssue = { code: string; path: PropertyKey[]; message: string };

const valueAt = (input: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], input);

const isInside = ({ code, path }: $ZodIssue) =>
  path.length > 0 || !['invalid_type', 'invalid_value', 'unrecognized_keys'].includes(code);
const isChoice = (issue: $ZodIssue) => issue.code === 'invalid_value' && issue.values.length > 1;

/**
 * Of a union's alternatives, the closest one: its type matches, but something inside does not. The kind that one of them
 * names is rather right than wrong.
 */
const closest = (branches: readonly (readonly $ZodIssue[])[]): readonly $ZodIssue[] | undefined => {
  const [inside] = branches
    .filter((issues) => issues.every(isInside))
    .sort((one, other) => Number(one.some(isChoice)) - Number(other.some(isChoice)) || one.length - other.length);
  return inside ?? branches.find((issues) => issues.some(isChoice)) ?? branches[0];
};

const flatten = (issue: FieldIssue): FieldIssue[] => {
  if (issue.code !== 'invalid_union') return [issue];
  const inside = closest(issue.errors);
  if (!inside) return [issue];
  return inside.flatMap((one) => flatten({ ...one, path: [...issue.path, ...one.path] }));
};

const typeKeys: Record<string, IssueKey> = {
  string: 'text',
  number: 'number',
  int: 'whole_number',
  boolean: 'boolean',
  array: 'list',
  object: 'object',
  record: 'object',
};

const isRule = (name: string): name is BrokenRule => (brokenRules as readonly string[]).includes(name);

type Wording = [key: IssueKey, values?: Record<string, string | number>];

const sizeWording = (issue: $ZodIssue & { code: 'too_big' | 'too_small' }): Wording => {
  const isMax = issue.code === 'too_big';
  const limit = Number(isMax ? issue.maximum : issue.minimum);
  if (issue.origin === 'string' && !isMax && limit === 1) return ['empty'];
  if (issue.origin === 'string') return [isMax ? 'max_characters' : 'min_characters', { count: limit }];
  if (issue.origin === 'array') return [isMax ? 'max_entries' : 'min_entries', { count: limit }];
  if (issue.inclusive === false) return [isMax ? 'less_than' : 'more_than', { limit }];
  return [isMax ? 'at_most' : 'at_least', { limit }];
};

const wordingOf = (issue: FieldIssue, input: unknown): Wording => {
  if (isOwn(issue)) return issue.values ? [issue.key, issue.values] : [issue.key];
  switch (issue.code) {
    case 'too_big':
    case 'too_small':
      return sizeWording(issue);
    case 'invalid_type':
      return [typeKeys[issue.expected] ?? 'invalid'];
    case 'invalid_value':
      return ['one_of', { values: issue.values.map(String).join(', ') }];
    case 'invalid_format':
    case 'custom':
      return [isRule(issue.message) ? `rules.${issue.message}` : 'invalid'];
    case 'invalid_key': {
      const [first] = issue.issues;
      return first ? wordingOf(first, input) : ['invalid'];
    }
    default:
      return ['invalid'];
  }
};

const isMissing = (issue: $ZodIssue, input: unknown) =>
  issue.code !== 'custom' && issue.code !== 'invalid_key' && valueAt(input, issue.path) === undefined;

const reportIssue = (issue: FieldIssue, input: unknown, languages: readonly string[]): ReportedIssue => {
  const { code, path } = issue;
  if (isOwn(issue)) return { code, path, message: issueText(issue.key, languages, issue.values) };
  const [key, values]: Wording = isMissing(issue, input) ? ['required'] : wordingOf(issue, input);
  // A rule without a key comes from a connector's own schema, which has its own text.
  const isForeign = code === 'custom' && key === 'invalid';
  return { ...issue, message: isForeign ? issue.message : issueText(key, languages, values) };
};

export const reportIssues = ({ part, input, issues }: InvalidFields, languages: readonly string[]) => {
  const reported = issues.flatMap(flatten).map((issue) => reportIssue(issue, input, languages));
  return {
    data: { ...(part && { part }), issues: reported },
    details: reported
      .map(({ path, message }) => `${path.map(String).join('.') || (part ?? 'input')}: ${message}`)
      .join('\n'),
  };
};
