// The rows of a SortableList with drag and drop. Loaded on their own, because the library is large.
import { Accessibility, PointerActivationConstraints, PointerSensor, StyleInjector } from '@dnd-kit/dom';
import { RestrictToElement } from '@dnd-kit/dom/modifiers';
import { type DragDropEventHandlers, DragDropProvider, KeyboardSensor } from '@dnd-kit/react';
import { isSortable, useSortable } from '@dnd-kit/react/sortable';
import { useMantineStyleNonce } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { announcementsOf, type SortableData } from './sortable-announcements.ts';
import classes from './sortable-list.module.css';

export type SortableProps<T> = {
  label: string;
  items: readonly T[];
  idOf: (item: T) => string;
  nameOf: (item: T) => string;
  onMove: (items: T[]) => void;
  row: (item: T, index: number) => ReactNode;
  /** Form path of the list, used to reveal a row with an error. */
  path?: string;
};

/** The same distance for every pointer: the handle does not scroll, so touch needs no delay. */
const sensors = [
  PointerSensor.configure({ activationConstraints: [new PointerActivationConstraints.Distance({ value: 4 })] }),
  KeyboardSensor,
];
const modifiers = [
  RestrictToElement.configure({ element: ({ source }) => source?.element?.closest(`.${classes.list}`) ?? null }),
];

const moveItem = <T,>(items: readonly T[], from: number, to: number): T[] => {
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, ...items.slice(from, from + 1));
};

export default function SortableRows<T>({ label, items, idOf, nameOf, onMove, row, path }: SortableProps<T>) {
  const { t, i18n } = useTranslation();
  const nonce = useMantineStyleNonce()?.() ?? '';
  const plugins = useMemo(
    () => [
      StyleInjector.configure({ nonce }),
      Accessibility.configure({
        announcements: announcementsOf(t),
        screenReaderInstructions: { draggable: t('order.instructions') },
        debounce: 100,
      }),
    ],
    [t, nonce],
  );
  const drop: DragDropEventHandlers['onDragEnd'] = ({ canceled, operation: { source } }) => {
    if (canceled || !isSortable(source) || source.index === source.initialIndex) return;
    onMove(moveItem(items, source.initialIndex, source.index));
  };
  return (
    <DragDropProvider
      // The instructions are written once, in the language of the first render.
      key={i18n.language}
      sensors={sensors}
      modifiers={modifiers}
      plugins={(defaults) => [...defaults, ...plugins]}
      onDragEnd={drop}
    >
      <ul className={classes.list} aria-label={label}>
        {items.map((item, index) => (
          <Row
            key={idOf(item)}
            id={idOf(item)}
            index={index}
            data={{ name: nameOf(item), total: items.length }}
            {...(path && { path: `${path}.${index}` })}
          >
            {row(item, index)}
          </Row>
        ))}
      </ul>
    </DragDropProvider>
  );
}

type RowProps = { id: string; index: number; data: SortableData; path?: string; children: ReactNode };

function Row({ id, index, data, path, children }: RowProps) {
  const { t } = useTranslation();
  const { ref, handleRef, isDragSource } = useSortable({ id, index, data });
  return (
    <li ref={ref} className={classes.row} data-dragging={isDragSource || undefined}>
      <button
        type="button"
        ref={handleRef}
        className={classes.handle}
        aria-roledescription={t('order.role')}
        aria-label={t('order.handle', { name: data.name })}
        {...(path && { 'data-path': path })}
      >
        <IconGripVertical size={16} stroke={1.6} aria-hidden="true" />
      </button>
      <div className={classes.content}>{children}</div>
    </li>
  );
}
