// Validates a typed password against the tenant's policy. The rules are checked here; only the server can check for
// breaches.
import { checkPassword, type PasswordIssue, type PasswordRules } from '@tessera/contract/check-password';
import type { Api } from '../../app/api.ts';
import { ApiProblem } from '../../app/problem.ts';

type Person = { name: string; username: string; email: string; phone: string };

export async function judgePassword(
  api: Api,
  password: string,
  rules: PasswordRules,
  person: Person,
): Promise<PasswordIssue[]> {
  const issues = checkPassword(password, rules, person);
  if (issues.length > 0) return issues;
  try {
    await api.management.post('/sign-in-exp/default/check-password', { body: { password } });
    return [];
  } catch (error) {
    // The server rejects with this status; all other rules have passed, so it is a known breach.
    if (error instanceof ApiProblem && error.status === 400) return [{ code: 'password_rejected.pwned' }];
    throw error;
  }
}
