// Searches the tenant's entities while the user types. Entities whose lists have no search are few and filtered here.
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconApps,
  IconBuildingCommunity,
  IconBuildingSkyscraper,
  IconKey,
  IconPlugConnected,
  IconServer2,
  IconTemplate,
  IconUser,
  IconUserShield,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react';
import { keepPreviousData, type QueryFunction, type QueryKey, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { useLocalized } from '../../authentication/connectors/connector-name.ts';
import { connectorsQuery } from '../../authentication/sign-in-experience/query.ts';
import { patternOf } from '../../kit/list-search.ts';
import { userSubtitle, useUserTitle } from '../../user-management/users/user-name.tsx';
import { type Entry, exactFirst, matching } from './entry.ts';

const shown = 5;
const firstPage = { page: '1', page_size: String(shown) };

export type Found = { entries: Entry[]; isSearching: boolean };
type Page<T> = { items: T[]; total: number };
type Query<T> = { queryKey: QueryKey; queryFn?: (context: never) => T | Promise<T> };

function useAnswer<T>(typed: string, { queryKey, queryFn }: Query<T>) {
  const { data, isFetching } = useQuery({
    queryKey,
    queryFn: queryFn as QueryFunction<T>,
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  return { data: typed === '' ? undefined : data, isFetching };
}

/** All entities that match the query. */
export function useFound(query: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { management } = api;
  const navigate = useNavigate();
  const titleOf = useUserTitle();
  const localized = useLocalized();
  const [settled] = useDebouncedValue(query.trim(), 250);
  const typed = query.trim() === '' ? '' : settled;
  const search = { keyword: typed };

  const listed = <T>(
    { data, isFetching }: { data: Page<T> | undefined; isFetching: boolean },
    group: string,
    entryOf: (item: T) => Entry,
    all: () => void,
  ): Found => {
    const entries = exactFirst((data?.items ?? []).map(entryOf), typed);
    const rest = (data?.total ?? 0) - entries.length;
    return {
      entries: rest > 0 ? [...entries, showAll(group, data?.total ?? 0, all)] : entries,
      isSearching: isFetching,
    };
  };
  const showAll = (group: string, count: number, run: () => void): Entry => ({
    id: `all-${group}`,
    label: t('palette.show_all', { count }),
    icon: IconTemplate,
    run,
  });
  /** Entities that are all loaded, matched here. */
  const filtered = (entries: Entry[], group: string, isFetching: boolean, all: () => void): Found => {
    const found = typed === '' ? [] : exactFirst(matching(entries, typed), typed);
    const more = found.length > shown ? [showAll(group, found.length, all)] : [];
    return { entries: [...found.slice(0, shown), ...more], isSearching: isFetching };
  };
  const named =
    (kind: string, icon: TablerIcon, about: string, to: (id: string) => void) =>
    (item: { id: string; name: string }) => ({
      id: `${kind}-${item.id}`,
      label: item.name,
      description: `${about} · ${item.id}`,
      icon,
      run: () => to(item.id),
    });

  const pattern = { ...firstPage, search: patternOf(typed) };
  const keyword = { ...firstPage, q: typed };
  const applications = useAnswer(typed, management.listQuery('/applications', { query: pattern }));
  const roles = useAnswer(typed, management.listQuery('/roles', { query: pattern }));
  const organizations = useAnswer(typed, management.listQuery('/organizations', { query: keyword }));
  const users = useAnswer(typed, management.listQuery('/users', { query: keyword }));
  const ssoConnectors = useAnswer(typed, management.listQuery('/sso-connectors', { query: keyword }));
  const organizationRoles = useAnswer(typed, management.listQuery('/organization-roles', { query: keyword }));
  const organizationScopes = useAnswer(typed, management.listQuery('/organization-scopes', { query: keyword }));
  const resources = useAnswer(typed, management.query('/resources', { query: { includeScopes: 'true' } }));
  const webhooks = useAnswer(typed, management.query('/hooks', {}));
  const connectors = useAnswer(typed, connectorsQuery(api));

  const toResources = () => void navigate({ to: '/api-resources' });
  const toResource = (id: string) => void navigate({ to: '/api-resources/$id/permissions', params: { id } });
  const resourceEntries = (resources.data ?? []).map((resource) => ({
    ...named('resource', IconServer2, t('sidebar.api_resources'), toResource)(resource),
    description: resource.indicator,
    words: `${resource.indicator} ${resource.id}`,
  }));
  const scopeEntries = (resources.data ?? []).flatMap(({ id: resourceId, name: resource, scopes = [] }) =>
    scopes.map(
      ({ id, name }): Entry => ({
        id: `scope-${id}`,
        label: name,
        description: resource,
        icon: IconKey,
        run: () =>
          void navigate({
            to: '/api-resources/$id/permissions',
            params: { id: resourceId },
            search: { keyword: name },
          }),
      }),
    ),
  );
  const webhookEntries = (webhooks.data ?? []).map(
    ({ id, name, config }): Entry => ({
      id: `webhook-${id}`,
      label: name === '' ? id : name,
      description: config.url,
      words: `${config.url} ${id}`,
      icon: IconWebhook,
      run: () => void navigate({ to: '/webhooks/$id', params: { id } }),
    }),
  );

  const connectorEntries = (connectors.data ?? [])
    .filter(({ isDemo }) => !isDemo)
    .map(
      ({ id, name, target }): Entry => ({
        id: `connector-${id}`,
        label: localized(name),
        description: `${t('sidebar.connectors')} · ${target}`,
        words: `${target} ${id} ${Object.values(name).join(' ')}`,
        icon: IconPlugConnected,
        run: () => void navigate({ to: '/connectors/$id', params: { id } }),
      }),
    );

  const groups = {
    applications: listed(
      applications,
      'applications',
      named(
        'application',
        IconApps,
        t('sidebar.applications'),
        (id) => void navigate({ to: '/applications/$id', params: { id } }),
      ),
      () => void navigate({ to: '/applications', search }),
    ),
    resources: filtered(resourceEntries, 'resources', resources.isFetching, toResources),
    permissions: filtered(scopeEntries, 'permissions', resources.isFetching, toResources),
    roles: listed(
      roles,
      'roles',
      named('role', IconUserShield, t('sidebar.roles'), (id) => void navigate({ to: '/roles/$id', params: { id } })),
      () => void navigate({ to: '/roles', search }),
    ),
    sso_connectors: listed(
      ssoConnectors,
      'sso_connectors',
      ({ id, connectorName, name, domains }) => ({
        id: `sso-connector-${id}`,
        label: connectorName,
        description: [name, ...domains].join(' · '),
        icon: IconBuildingSkyscraper,
        run: () => void navigate({ to: '/enterprise-sso/$id/connection', params: { id } }),
      }),
      () => void navigate({ to: '/enterprise-sso', search }),
    ),
    organizations: listed(
      organizations,
      'organizations',
      named(
        'organization',
        IconBuildingCommunity,
        t('sidebar.organizations'),
        (id) => void navigate({ to: '/organizations/$id', params: { id } }),
      ),
      () => void navigate({ to: '/organizations', search }),
    ),
    organization_roles: listed(
      organizationRoles,
      'organization_roles',
      named(
        'organization-role',
        IconUserShield,
        t('palette.groups.organization_roles'),
        (id) => void navigate({ to: '/organization-template/roles/$id', params: { id } }),
      ),
      () => void navigate({ to: '/organization-template/organization-roles', search }),
    ),
    organization_permissions: listed(
      organizationScopes,
      'organization_permissions',
      ({ id, name }) => ({
        id: `organization-scope-${id}`,
        label: name,
        icon: IconKey,
        run: () => void navigate({ to: '/organization-template/organization-permissions', search: { keyword: name } }),
      }),
      () => void navigate({ to: '/organization-template/organization-permissions', search }),
    ),
    connectors: filtered(
      connectorEntries,
      'connectors',
      connectors.isFetching,
      () => void navigate({ to: '/connectors/social', search }),
    ),
    webhooks: filtered(webhookEntries, 'webhooks', webhooks.isFetching, () => void navigate({ to: '/webhooks' })),
    users: listed(
      users,
      'users',
      (user) => ({
        id: `user-${user.id}`,
        label: titleOf(user),
        description: `${t('palette.groups.users')} · ${userSubtitle(user) ?? user.id}`,
        icon: IconUser,
        run: () => void navigate({ to: '/users/$id', params: { id: user.id } }),
      }),
      () => void navigate({ to: '/users', search }),
    ),
  } satisfies Record<string, Found>;
  const isSearching = query.trim() !== settled || Object.values(groups).some((group) => group.isSearching);
  return { groups, isSearching: query.trim() !== '' && isSearching };
}
export type EntityKey = keyof ReturnType<typeof useFound>['groups'];
