// What the pages of users ask the server for.
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../app/api.ts';
import { keywordQuery, type ListSearch, listQuery } from '../kit/list-search.ts';

const panel = { meta: { panel: true } };

/** Numbers are kept as digits; people look for them as they are written, with a plus, blanks and brackets. */
const phoneQuery = ({ keyword = '' }: ListSearch) => {
  const digits = keyword.replaceAll(/\D/g, '');
  const isWritten = /^\+?[\d\s()./-]+$/.test(keyword) && digits !== keyword && digits.length > 2;
  return isWritten ? { 'search.primaryPhone': `%${digits}%` } : {};
};

/** What lists and pickers of users ask for. */
export const userListQuery = (search: ListSearch) => ({ ...listQuery(search), ...phoneQuery(search) });

export const usersQuery = (api: Api, search: ListSearch) =>
  api.management.listQuery('/users', { query: userListQuery(search) });

export const userQuery = (api: Api, userId: string) => ({
  ...api.management.query('/users/:userId', { params: { userId } }),
  ...panel,
});

/** The factors that the tenant offers, and the rules that a new password follows. */
export const experienceQuery = (api: Api) => ({ ...api.management.query('/sign-in-exp'), ...panel });

export const passwordRules = async (api: Api, queryClient: QueryClient) =>
  (await queryClient.fetchQuery({ ...experienceQuery(api), staleTime: 10_000 })).passwordPolicy;

export const factorsQuery = (api: Api, userId: string) => ({
  ...api.management.query('/users/:userId/mfa-verifications', { params: { userId } }),
  ...panel,
});

export const tokensQuery = (api: Api, userId: string) => ({
  ...api.management.query('/users/:userId/personal-access-tokens', { params: { userId } }),
  ...panel,
});

/** With what is known about the tokens that are kept. */
const withTokens = { includeTokenSecret: 'true' };

export const identitiesQuery = (api: Api, userId: string) => ({
  ...api.management.query('/users/:userId/all-identities', { params: { userId }, query: withTokens }),
  ...panel,
});

export const socialIdentityQuery = (api: Api, userId: string, target: string) => ({
  ...api.management.query('/users/:userId/identities/:target', { params: { userId, target }, query: withTokens }),
  ...panel,
});

export const ssoIdentityQuery = (api: Api, userId: string, ssoConnectorId: string) => ({
  ...api.management.query('/users/:userId/sso-identities/:ssoConnectorId', {
    params: { userId, ssoConnectorId },
    query: withTokens,
  }),
  ...panel,
});

/** The newest; whoever is signed in at more places can be signed out everywhere. */
export const sessionsQuery = (api: Api, userId: string) =>
  api.management.listQuery('/users/:userId/sessions', { params: { userId }, query: { page: '1', page_size: '20' } });

export const userRolesQuery = (api: Api, userId: string, search: ListSearch) =>
  api.management.listQuery('/users/:userId/roles', { params: { userId }, query: listQuery(search) });

export const userOrganizationsQuery = (api: Api, userId: string, search: ListSearch) =>
  api.management.listQuery('/users/:userId/organizations', { params: { userId }, query: keywordQuery(search) });

/** Every list with users in it, and everything about one of them. */
export const aboutUsers = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  typeof queryKey[1] === 'string' && /^\/users|\/users$/.test(queryKey[1]);

/** Everything about this one. */
export const aboutUser =
  (userId: string) =>
  ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey.some(
      (part) =>
        typeof part === 'object' &&
        part !== null &&
        'params' in part &&
        typeof part.params === 'object' &&
        part.params !== null &&
        'userId' in part.params &&
        part.params.userId === userId,
    );
