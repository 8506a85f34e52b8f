// A list sortable by drag and drop or by keyboard. It can be read before sorting has loaded.
import { IconGripVertical } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense } from 'react';
import classes from './sortable-list.module.css';
import type { SortableProps } from './sortable-rows.tsx';

// `lazy` drops the type parameter.
const SortableRows = lazy(() => import('./sortable-rows.tsx')) as unknown as <T>(props: SortableProps<T>) => ReactNode;

function StaticRows<T>({ label, items, idOf, row }: SortableProps<T>) {
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map((item, index) => (
        <li key={idOf(item)} className={classes.row}>
          <span className={classes.handle} aria-hidden="true">
            <IconGripVertical size={16} stroke={1.6} />
          </span>
          <div className={classes.content}>{row(item, index)}</div>
        </li>
      ))}
    </ul>
  );
}

export function SortableList<T>(props: SortableProps<T>) {
  return (
    <Suspense fallback={<StaticRows {...props} />}>
      <SortableRows {...props} />
    </Suspense>
  );
}
