// The fields of a user that match a keyword, by the server's rules.
import type { UserFacts } from './user-name.tsx';

export type MatchedField = 'name' | 'primaryEmail' | 'username' | 'primaryPhone' | 'id';

export function matchedFields(user: UserFacts & { id: string }, keyword: string): MatchedField[] {
  const wanted = keyword.trim().toLowerCase();
  const digits = /^\+?[\d\s()./-]+$/.test(wanted) ? wanted.replaceAll(/\D/g, '') : '';
  const has = (text: string | null) => text?.toLowerCase().includes(wanted) ?? false;
  return [
    ...(has(user.name) ? ['name' as const] : []),
    ...(has(user.primaryEmail) ? ['primaryEmail' as const] : []),
    ...(has(user.username) ? ['username' as const] : []),
    ...(digits.length > 2 && user.primaryPhone?.includes(digits) ? ['primaryPhone' as const] : []),
    ...(user.id.toLowerCase().startsWith(wanted) ? ['id' as const] : []),
  ];
}
