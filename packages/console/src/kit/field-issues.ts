// Field errors of a rejected request, as sentences.
import { ApiProblem } from '../app/problem.ts';

/** The code of a response with such errors. Its message names fields by their path, which users don't know. */
export const invalidInput = 'guard.invalid_input';

export type Issue = { path: readonly (string | number)[]; message: string };

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' && value !== null && 'path' in value && Array.isArray(value.path) && 'message' in value;

const asSentence = (text: string) => `${text.charAt(0).toLocaleUpperCase()}${text.slice(1)}.`;

export function fieldIssues(error: unknown): Issue[] {
  if (!(error instanceof ApiProblem)) return [];
  const { data } = error;
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return [];
  return data.issues.filter(isIssue).map(({ path, message }) => ({ path, message: asSentence(message) }));
}
