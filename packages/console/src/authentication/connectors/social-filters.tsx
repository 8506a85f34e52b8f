// Filters of the social connectors.
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Filter, FilterBar, FilterOptions } from '../../kit/filter-bar.tsx';
import { protocols, type SocialSearch, statuses } from './social-search.ts';

export function useSocialFilters(search: SocialSearch) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { page: _, status, protocol, ...rest } = search;
  const go = (next: SocialSearch) => void navigate({ to: '.', search: { ...rest, ...next } as never, replace: true });
  const [byStatus, byProtocol] = [status && { status }, protocol && { protocol }];
  const filters: Filter[] = [
    {
      key: 'status',
      label: t('connectors.status'),
      value: status && t(`connectors.social.${status}`),
      onClear: () => go({ ...byProtocol }),
      editor: (close) => (
        <FilterOptions
          options={statuses.map((value) => ({ value, label: t(`connectors.social.${value}`) }))}
          value={status}
          onChange={(value) => {
            go({ ...byProtocol, status: value });
            close();
          }}
        />
      ),
    },
    {
      key: 'protocol',
      label: t('connectors.protocol'),
      value: protocol && t(`connectors.protocols.${protocol}`),
      onClear: () => go({ ...byStatus }),
      editor: (close) => (
        <FilterOptions
          options={protocols.map((value) => ({ value, label: t(`connectors.protocols.${value}`) }))}
          value={protocol}
          onChange={(value) => {
            go({ ...byStatus, protocol: value });
            close();
          }}
        />
      ),
    },
  ];
  const onClear = () => go({});
  return {
    bar: <FilterBar filters={filters} onClear={onClear} />,
    active: filters.flatMap(({ label, value }) => (value === undefined ? [] : [`${label}: ${value}`])),
    onClear,
  };
}
