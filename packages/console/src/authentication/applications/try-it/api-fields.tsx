// The API resource and the scopes of a test.
import { MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { permissionsQuery } from '../../../authorization/resources/query.ts';
import type { Target } from './target.ts';

type Props = {
  target: Target;
  onChange: (target: Target) => void;
  /** Scopes besides those of the API. */
  userScopes: readonly string[];
  resourceHint: string;
  scopesHint: string;
};

export function ApiFields({ target, onChange, userScopes, resourceHint, scopesHint }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data: resources = [] } = useQuery(permissionsQuery(api));
  const chosen = resources.find(({ indicator }) => indicator === target.resource);
  const apiScopes = chosen?.scopes?.map(({ name }) => name) ?? [];
  const groups = [
    { group: t('application-tests.request.user_scopes'), items: [...userScopes] },
    { group: chosen?.name ?? '', items: apiScopes.filter((name) => !userScopes.includes(name)) },
  ].filter(({ items }) => items.length > 0);
  const choose = (indicator: string | null) => {
    const next = resources.find((resource) => resource.indicator === indicator);
    const offered = new Set([...userScopes, ...(next?.scopes?.map(({ name }) => name) ?? [])]);
    onChange({
      ...target,
      resource: indicator ?? undefined,
      scopes: target.scopes.filter((name) => offered.has(name)),
    });
  };
  return (
    <>
      <Select
        label={t('application-tests.request.resource')}
        description={resourceHint}
        placeholder={t('application-tests.request.resource_placeholder')}
        data={resources.map(({ indicator, name }) => ({ value: indicator, label: `${name} (${indicator})` }))}
        value={target.resource ?? null}
        onChange={choose}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('list.clear_choice') }}
        nothingFoundMessage={t('list.nothing_found')}
      />
      <MultiSelect
        label={t('application-tests.request.scopes')}
        description={scopesHint}
        placeholder={target.scopes.length === 0 ? t('application-tests.request.scopes_placeholder') : undefined}
        data={groups}
        value={target.scopes}
        onChange={(scopes) => onChange({ ...target, scopes })}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('list.nothing_found')}
        maxDropdownHeight={240}
      />
    </>
  );
}
