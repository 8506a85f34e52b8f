// Personal data as people know it. Some scopes carry a prefix on the wire; their texts go by the last part.
import type { UserScope } from '@tessera/contract/user-scopes';
import type { TFunction } from 'i18next';

export const userScopeText = (scope: string, t: TFunction): string =>
  t(`consent.user_scopes.${scope.slice(scope.lastIndexOf(':') + 1) as UserScope}`);
