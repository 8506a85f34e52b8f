// Screen reader announcements of a sortable list.
import type { Draggable, Droppable } from '@dnd-kit/dom';
import { isSortable } from '@dnd-kit/react/sortable';
import type { TFunction } from 'i18next';

/** Data of a row that its announcements name. */
export type SortableData = { name: string; total: number };

type Operation = { source: Draggable | null; target: Droppable | null };

export const announcementsOf = (t: TFunction) => {
  const values = ({ name, total }: SortableData, index: number) => ({ name, total, position: index + 1 });
  return {
    dragstart: ({ operation: { source } }: { operation: Operation }) =>
      isSortable(source) ? t('order.picked', values(source.data, source.initialIndex)) : undefined,
    // The row takes its new position only after this event, so the target tells it.
    dragover: ({ operation: { source, target } }: { operation: Operation }) => {
      if (!isSortable(source) || !isSortable(target)) return undefined;
      const key = target.index === source.initialIndex ? 'order.picked' : 'order.moved';
      return t(key, values(source.data, target.index));
    },
    dragend: ({ operation: { source }, canceled }: { operation: Operation; canceled: boolean }) => {
      if (!isSortable(source)) return undefined;
      return canceled
        ? t('order.cancelled', values(source.data, source.initialIndex))
        : t('order.dropped', values(source.data, source.index));
    },
  };
};
