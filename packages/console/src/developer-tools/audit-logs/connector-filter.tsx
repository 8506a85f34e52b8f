// Filters by connector. Events about messages name the type of the connector, of which there is one.
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { loggedConnectorId, useLocalized } from '../../authentication/connectors/connector-name.ts';
import { connectorsQuery } from '../../authentication/sign-in-experience/query.ts';

type Props = { value: string | undefined; onChange: (id: string | undefined) => void };

export function ConnectorFilter({ value, onChange }: Props) {
  const { t } = useTranslation();
  const { api } = useServices();
  const localized = useLocalized();
  const { data = [] } = useQuery({ ...connectorsQuery(api), meta: { silent: true } });
  const found = data.map((one) => ({ value: loggedConnectorId(one), label: localized(one.name) }));
  const isListed = value === undefined || found.some((one) => one.value === value);
  return (
    <Select
      aria-label={t('audit-logs.details.connector')}
      placeholder={t('audit-logs.filters.all_connectors')}
      data={isListed ? found : [...found, { value, label: value }]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('audit-logs.filters.clear') }}
      // In a portal, the options would be outside of the filter's popover.
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={320}
      nothingFoundMessage={t('audit-logs.filters.nothing_found')}
    />
  );
}
