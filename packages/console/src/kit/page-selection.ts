// Selected rows of one page of a list, for ListTable and SelectionBar.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Selection } from './list-table.tsx';

/** Rows that are no longer listed are not counted. */
export function usePageSelection<T extends { id: string }>(listed: readonly T[], nameOf: (item: T) => string) {
  const { t } = useTranslation();
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selected = listed.flatMap(({ id }) => (ids.has(id) ? [id] : []));
  const selection: Selection<T> = {
    isSelected: ({ id }) => ids.has(id),
    onToggle: (items, isSelected) => {
      const toggled = new Set(items.map(({ id }) => id));
      setIds(new Set(isSelected ? [...selected, ...toggled] : selected.filter((id) => !toggled.has(id))));
    },
    label: (item) => t('list.select', { name: nameOf(item) }),
    pageLabel: t('list.select_page'),
  };
  return { selection, selected, clear: () => setIds(new Set()) };
}
