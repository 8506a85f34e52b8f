// Password policy violations, with the same messages as on the sign-in pages.
import type { PasswordIssue } from '@tessera/contract/check-password';
import { useTranslation } from 'react-i18next';
import type { ApiProblem } from '../../app/problem.ts';
import classes from './password-dialog.module.css';

const isIssue = (value: unknown): value is PasswordIssue =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'string';

export function passwordIssues({ data }: ApiProblem): PasswordIssue[] {
  if (typeof data !== 'object' || data === null || !('issues' in data) || !Array.isArray(data.issues)) return [];
  return data.issues.filter(isIssue);
}

export function PasswordIssues({ issues }: { issues: readonly PasswordIssue[] }) {
  const { t } = useTranslation(['console', 'errors']);
  if (issues.length === 0) return t('errors:password.rejected');
  return (
    <ul className={classes.issues}>
      {issues.map(({ code, interpolation }) => (
        <li key={code}>{t(`errors:${code}`, { ...interpolation })}</li>
      ))}
    </ul>
  );
}
