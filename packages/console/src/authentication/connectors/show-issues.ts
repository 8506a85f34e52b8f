// Shows the errors of a rejected configuration on the fields of its form.
import { fieldIssues } from '../../kit/field-issues.ts';
import { revealFirstError } from '../../kit/reveal-field.ts';
import type { ConnectorForm } from './config-field.tsx';
import { fieldOfIssue } from './form-values.ts';

/** Returns false if no field is to blame. */
export function showIssues(form: ConnectorForm, problem: unknown): boolean {
  const issues = fieldIssues(problem).flatMap((issue) => {
    const field = fieldOfIssue(issue, form.getValues());
    return field === undefined ? [] : [[field, issue.message]];
  });
  if (issues.length === 0) return false;
  const errors = Object.fromEntries(issues);
  form.setErrors(errors);
  revealFirstError(form, errors);
  return true;
}
