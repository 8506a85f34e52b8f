// A list page: header with actions, the list, and the link that creates an item.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, type LinkProps, useMatchRoute } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { ListContent, type ListProps } from './list-section.tsx';
import { PageHeader } from './page-header.tsx';

type Props<T> = ListProps<T> & {
  subtitle: string;
  /** They stay when the list is empty, so that nothing moves; repeat the one that creates an item in `empty`. */
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

type LinkToCreate = { to: NonNullable<LinkProps['to']>; children: ReactNode };

/** Opens a creation dialog, and gets the focus back once the dialog closes. */
export function CreateLink({ to, children }: LinkToCreate) {
  const isOpen = useMatchRoute()({ to }) !== false;
  /** By this link, or before there was one: an empty list has two. */
  const wasOpened = useRef(isOpen);
  const link = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The page focuses its main element after navigation, so wait one frame.
    if (wasOpened.current && !isOpen) requestAnimationFrame(() => link.current?.focus());
    wasOpened.current = isOpen && wasOpened.current;
  }, [isOpen]);
  return (
    <Button
      ref={link}
      onClick={() => {
        wasOpened.current = true;
      }}
      leftSection={<IconPlus size={14} />}
      renderRoot={(props) => <Link to={to} search={true} {...props} />}
    >
      {children}
    </Button>
  );
}
