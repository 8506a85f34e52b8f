// A block that loads separately and applies changes immediately: title, content and actions.
import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messageOf } from '../../app/problems.ts';
import { Notice } from '../../kit/notice.tsx';
import classes from './block.module.css';

type Props<T> = {
  /** Omitted if it is the only block of its section. */
  title?: string;
  query: UseQueryResult<T>;
  isEmpty: (data: T) => boolean;
  /** Text of the empty state. */
  none: string;
  actions?: ReactNode;
  children: (data: T) => ReactNode;
};

export function Block<T>({ title, query, isEmpty, none, actions, children }: Props<T>) {
  return (
    <div className={classes.block}>
      {title !== undefined && <h3 className={classes.title}>{title}</h3>}
      <Content query={query} isEmpty={isEmpty} none={none}>
        {children}
      </Content>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

export function BlockLoading() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('general.loading')}>
      <Skeleton height={40} radius="md" />
    </div>
  );
}

function Content<T>({ query, isEmpty, none, children }: Pick<Props<T>, 'query' | 'isEmpty' | 'none' | 'children'>) {
  const { t } = useTranslation();
  const { data, error, refetch } = query;
  if (data !== undefined) return isEmpty(data) ? <p className={classes.none}>{none}</p> : children(data);
  if (!error) return <BlockLoading />;
  return (
    <Notice
      severity="error"
      urgent
      actions={
        <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
          {t('general.retry')}
        </Button>
      }
    >
      {messageOf(error, t)}
    </Notice>
  );
}
