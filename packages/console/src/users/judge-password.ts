// Judges a password that an administrator entered, by the tenant's policy. The rules are known here; whether the password
// stands in a list of stolen ones is known to the server alone.
import { checkPassword, type PasswordIssue, type PasswordRules } from '@tessera/contract/check-password';
import type { Api } from '../app/api.ts';
import { ApiProblem } from '../app/problem.ts';

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
    // It refuses with this status; all that can be wrong with it by now is that it is known.
    if (error instanceof ApiProblem && error.status === 400) return [{ code: 'password_rejected.pwned' }];
    throw error;
  }
}
