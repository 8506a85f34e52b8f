// Picker for organization roles, with server-side search.
import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RoleType } from '@tessera/contract/role';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import type { NamedRole } from './organization.ts';
import { rolesOfTypeQuery } from './query.ts';

type Props = {
  label: string;
  description?: ReactNode;
  type: RoleType;
  chosen: readonly NamedRole[];
  onChange: (chosen: NamedRole[]) => void;
  error?: ReactNode;
};

export function RolePicker({ label, description, type, chosen, onChange, error }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), 250);
  const { data, isFetching } = useQuery({
    ...rolesOfTypeQuery(api, type, keyword),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
  const known = new Map<string, string>([...chosen, ...(data?.items ?? [])].map(({ id, name }) => [id, name]));
  const hasMore = data !== undefined && data.total > data.items.length;

  return (
    <MultiSelect
      label={label}
      description={description}
      placeholder={chosen.length === 0 ? t('organizations.roles.placeholder') : undefined}
      data={[...known].map(([value, name]) => ({ value, label: name }))}
      value={chosen.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.map((id) => ({ id, name: known.get(id) ?? id })))}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has already filtered the options.
      filter={({ options }) => options}
      hidePickedOptions
      nothingFoundMessage={isFetching ? t('general.loading') : t('organizations.roles.nothing_found')}
      maxDropdownHeight={240}
      comboboxProps={{ withinPortal: true, portalProps: { target: 'body' } }}
      {...(hasMore && { inputWrapperOrder: ['label', 'input', 'description', 'error'] as const })}
      {...(hasMore && description === undefined && { description: t('organizations.roles.type_for_more') })}
      error={error}
      clearButtonProps={{ 'aria-label': t('list.clear_search') }}
    />
  );
}
