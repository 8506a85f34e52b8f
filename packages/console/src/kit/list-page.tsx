// A list page: what it is for and what can be done here, and the list.
import type { ReactNode } from 'react';
import { ListContent, type ListProps } from './list-section.tsx';
import { PageHeader } from './page-header.tsx';

type Props<T> = ListProps<T> & {
  subtitle: string;
  /** What can be done here; what creates the first one belongs into `empty`, too. */
  actions?: ReactNode;
  tabs?: ReactNode;
};

export function ListPage<T>({ subtitle, actions, tabs, ...list }: Props<T>) {
  return (
    <>
      <PageHeader title={list.title} subtitle={subtitle} actions={actions} />
      {tabs}
      <ListContent {...list} />
    </>
  );
}
