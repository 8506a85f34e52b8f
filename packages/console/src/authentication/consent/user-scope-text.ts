// User scope descriptions. Prefixed scopes use the part after the last separator.
import type { UserScope } from '@tessera/contract/user-scopes';
import type { TFunction } from 'i18next';

export const userScopeText = (scope: string, t: TFunction): string =>
  t(`consent.user_scopes.${scope.slice(scope.lastIndexOf(':') + 1) as UserScope}`);
