// Filters by connector. Events about messages name the type of the connector, of which there is one.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { loggedConnectorId, useLocalized } from '../../authentication/connectors/connector-name.ts';
import { connectorsQuery } from '../../authentication/sign-in-experience/query.ts';
import { FilterChoice, type FilterValue } from './filter-choice.tsx';

export function ConnectorFilter({ value, onChange }: FilterValue) {
  const { t } = useTranslation();
  const { api } = useServices();
  const localized = useLocalized();
  const { data = [] } = useQuery({ ...connectorsQuery(api), meta: { silent: true } });
  const found = data.map((one) => ({ value: loggedConnectorId(one), label: localized(one.name) }));
  const isListed = value === undefined || found.some((one) => one.value === value);
  return (
    <FilterChoice
      label={t('audit-logs.details.connector')}
      placeholder={t('audit-logs.filters.all_connectors')}
      data={isListed ? found : [...found, { value, label: value }]}
      value={value}
      onChange={onChange}
    />
  );
}
