// A list whose order somebody decides: by dragging, or with the keyboard on the handle of a row.
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sortable-list.module.css';

type Props<T> = {
  label: string;
  items: readonly T[];
  idOf: (item: T) => string;
  nameOf: (item: T) => string;
  onMove: (items: T[]) => void;
  row: (item: T, index: number) => ReactNode;
  /** The path of the list in its form: a row with an error is led to by it. */
  path?: string;
};

const alongTheList: Modifier = ({ transform }) => ({ ...transform, x: 0 });

const announcementsOf = (t: TFunction, names: ReadonlyMap<string, string>): Announcements => {
  const ids = [...names.keys()];
  const values = (id: unknown, over: unknown) => ({
    name: names.get(String(id)) ?? '',
    position: ids.indexOf(String(over)) + 1,
    total: ids.length,
  });
  return {
    onDragStart: ({ active }) => t('order.picked', values(active.id, active.id)),
    // Where it came from it is still the one that was picked up.
    onDragOver: ({ active, over }) =>
      t(
        over === null || over.id === active.id ? 'order.picked' : 'order.moved',
        values(active.id, over?.id ?? active.id),
      ),
    onDragEnd: ({ active, over }) => t('order.dropped', values(active.id, over?.id ?? active.id)),
    onDragCancel: ({ active }) => t('order.cancelled', values(active.id, active.id)),
  };
};

export function SortableList<T>({ label, items, idOf, nameOf, onMove, row, path }: Props<T>) {
  const { t } = useTranslation();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map(idOf);
  const names = new Map(items.map((item) => [idOf(item), nameOf(item)]));
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id))];
    if (from >= 0 && to >= 0 && from !== to) onMove(arrayMove([...items], from, to));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[alongTheList]}
      onDragEnd={drop}
      accessibility={{
        announcements: announcementsOf(t, names),
        screenReaderInstructions: { draggable: t('order.instructions') },
      }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul className={classes.list} aria-label={label}>
          {items.map((item, index) => (
            <Row key={idOf(item)} id={idOf(item)} name={nameOf(item)} {...(path && { path: `${path}.${index}` })}>
              {row(item, index)}
            </Row>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

type RowProps = { id: string; name: string; path?: string; children: ReactNode };

function Row({ id, name, path, children }: RowProps) {
  const { t } = useTranslation();
  const sortable = useSortable({ id, attributes: { roleDescription: t('order.role') } });
  const { attributes, listeners, transform, transition, isDragging } = sortable;
  const { setNodeRef, setActivatorNodeRef } = sortable;
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{ transition, ...(transform && { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }) }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={classes.handle}
        {...attributes}
        {...listeners}
        aria-label={t('order.handle', { name })}
        {...(path && { 'data-path': path })}
      >
        <IconGripVertical size={16} stroke={1.6} aria-hidden="true" />
      </button>
      <div className={classes.content}>{children}</div>
    </li>
  );
}
