// One filter of the audit log: a list to search in.
import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export type FilterValue = { value: string | undefined; onChange: (value: string | undefined) => void };
type Props = FilterValue & {
  label: string;
  placeholder: string;
  data: { value: string; label: string }[] | { group: string; items: { value: string; label: string }[] }[];
};

export function FilterChoice({ label, placeholder, data, value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      data={data}
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
