// The page of one thing: the way back, what it is, what can be done with it, its tabs, and the content of one of them.
import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconDots } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../app/problem.ts';
import { messageOf } from '../app/problems.tsx';
import { CopyId } from './copy-id.tsx';
import classes from './details-page.module.css';
import { usePageTitle } from './page-title.ts';
import { Tag } from './tag.tsx';

export const BackLink = createLink(({ children, ...props }: ComponentProps<'a'>) => (
  <a {...props} className={classes.back}>
    <IconArrowLeft size={14} className={classes.arrow} aria-hidden="true" />
    {children}
  </a>
));

type Props = {
  back: ReactNode;
  /** Stands in a frame; a picture has a shape of its own. */
  icon?: ReactNode;
  picture?: ReactNode;
  title: string;
  type?: string;
  /** What else is said of it in the line below its title. */
  facts?: ReactNode;
  id: { label: string; value: string };
  actions?: ReactNode;
  /** The items of the menu; destructive ones come last. */
  menu?: ReactNode;
  tabs: ReactNode;
  children: ReactNode;
};

export function DetailsPage({ back, icon, picture, title, type, facts, id, actions, menu, tabs, children }: Props) {
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <>
      {back}
      <header className={classes.header}>
        {picture ?? <span className={classes.icon}>{icon}</span>}
        <div className={classes.about}>
          <h1>
            <bdi>{title}</bdi>
          </h1>
          <div className={classes.facts}>
            {type !== undefined && <Tag>{type}</Tag>}
            {facts}
            <span className={classes.fact}>
              <span className={classes.label}>{id.label}</span>
              <CopyId value={id.value} label={id.label} />
            </span>
          </div>
        </div>
        <div className={classes.actions}>
          {actions}
          {menu !== undefined && (
            <Menu position="bottom-end" width={180} withinPortal={false} withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <ActionIcon variant="default" size={32} aria-label={t('general.more')}>
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown aria-label={t('general.more')}>{menu}</Menu.Dropdown>
            </Menu>
          )}
        </div>
      </header>
      {tabs}
      {children}
    </>
  );
}

const fieldWidths = ['40%', '60%', '52%'];

export function DetailsSkeleton({ back }: { back: ReactNode }) {
  const { t } = useTranslation();
  return (
    <>
      {back}
      <div role="status" aria-label={t('general.loading')}>
        <div className={classes.header}>
          <Skeleton width={48} height={48} radius="md" />
          <div className={classes.about}>
            <Skeleton width={220} height={22} />
            <Skeleton width={280} height={14} mt={10} />
          </div>
        </div>
        <Skeleton width={90} height={14} mt={12} mb={48} />
        {fieldWidths.map((width) => (
          <div key={width} className={classes.field}>
            <Skeleton width={120} height={12} />
            <Skeleton width={width} height={36} mt={6} />
          </div>
        ))}
      </div>
    </>
  );
}

type ErrorProps = { back: ReactNode; error: unknown; notFoundTitle: string; onRetry: () => void };

export function DetailsError({ back, error, notFoundTitle, onRetry }: ErrorProps) {
  const { t } = useTranslation();
  const title = error instanceof ApiProblem && error.status === 404 ? notFoundTitle : t('errors.could_not_load');
  usePageTitle(title);
  return (
    <>
      {back}
      <div className={classes.problem} role="alert">
        <h1>{title}</h1>
        <p>{messageOf(error, t)}</p>
        <Button variant="default" onClick={onRetry}>
          {t('general.retry')}
        </Button>
      </div>
    </>
  );
}

type StateProps = {
  back: ReactNode;
  query: { error: unknown; refetch: () => Promise<unknown> };
  notFoundTitle: string;
};

/** In place of a page whose thing is not there yet, or cannot be had. */
export function DetailsState({ back, query: { error, refetch }, notFoundTitle }: StateProps) {
  if (!error) return <DetailsSkeleton back={back} />;
  return <DetailsError back={back} error={error} notFoundTitle={notFoundTitle} onRetry={() => void refetch()} />;
}
