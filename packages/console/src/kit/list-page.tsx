// A list page: header with actions, and the list.
import type { ReactNode } from 'react';
import { ListContent, type ListProps } from './list-section.tsx';
import { PageHeader } from './page-header.tsx';

type Props<T> = ListProps<T> & {
  subtitle: string;
  /** Page actions; repeat the one that creates an item in `empty`. */
  actions?: ReactNode;
  tabs?: ReactNode;
  /** Shown above the list. */
  notice?: ReactNode;
};

export function ListPage<T>({ subtitle, actions, tabs, notice, ...list }: Props<T>) {
  return (
    <>
      <PageHeader title={list.title} subtitle={subtitle} actions={actions} />
      {tabs}
      {notice}
      <ListContent {...list} />
    </>
  );
}
