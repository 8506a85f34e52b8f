// Queries for the user pages.
import type { QueryClient } from '@tanstack/react-query';
import type { Api } from '../../app/api.ts';
import { keywordQuery, type ListSearch, listQuery, pageQuery } from '../../kit/list-search.ts';
import { type UserSearch, userListQuery } from './user-search.ts';

const panel = { meta: { panel: true } };

export const usersQuery = (api: Api, search: UserSearch) =>
  api.management.listQuery('/users', { query: userListQuery(search) });

export const userQuery = (api: Api, userId: string) => ({
  ...api.management.query('/users/:userId', { params: { userId } }),
  ...panel,
});

/** The tenant's MFA factors and password policy. */
export const experienceQuery = (api: Api) => ({ ...api.management.query('/sign-in-exp'), ...panel });

export const passwordRules = async (api: Api, queryClient: QueryClient) =>
  (await queryClient.fetchQuery({ ...experienceQuery(api), staleTime: 10_000 })).passwordPolicy;

export const factorsQuery = (api: Api, userId: string) => ({
  ...api.management.query('/users/:userId/mfa-verifications', { params: { userId } }),
  ...panel,
});

/** Whether a password link can be sent. */
export const passwordLinkQuery = (api: Api, userId: string) => ({
  ...api.management.query('/users/:userId/password-link', { params: { userId } }),
  meta: { silent: true },
});

/** Those that still work; the newest first. */
export const signInLinksQuery = (api: Api, email: string, page: number) =>
  api.management.listQuery('/one-time-tokens', { query: { email, status: 'active', ...pageQuery(page) } });
export const signInLinksKey = ['management', '/one-time-tokens'] as const;

export const tokensQuery = (api: Api, userId: string) => ({
  ...api.management.query('/users/:userId/personal-access-tokens', { params: { userId } }),
  ...panel,
});

/** Includes metadata of stored tokens. */
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

export const sessionsQuery = (api: Api, userId: string, page = 1) =>
  api.management.listQuery('/users/:userId/sessions', { params: { userId }, query: pageQuery(page) });

export const grantsQuery = (api: Api, userId: string, page: number) =>
  api.management.listQuery('/users/:userId/grants', { params: { userId }, query: pageQuery(page) });

export const devicesQuery = (api: Api, userId: string, page: number) =>
  api.management.listQuery('/users/:userId/remembered-devices', { params: { userId }, query: pageQuery(page) });

export const userRolesQuery = (api: Api, userId: string, search: ListSearch) =>
  api.management.listQuery('/users/:userId/roles', { params: { userId }, query: listQuery(search) });

export const userOrganizationsQuery = (api: Api, userId: string, search: ListSearch) =>
  api.management.listQuery('/users/:userId/organizations', { params: { userId }, query: keywordQuery(search) });

/** Matches every query about users. */
export const aboutUsers = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  typeof queryKey[1] === 'string' && /^\/users|\/users$/.test(queryKey[1]);

/** Matches every query about this user. */
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
