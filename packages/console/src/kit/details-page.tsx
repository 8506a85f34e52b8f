// Details page of one entity: back link, header, actions, tabs and the content of a tab.
import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconDots } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../app/problem.ts';
import { messageOf } from '../app/problems.ts';
import { CopyId } from './copy-id.tsx';
import classes from './details-page.module.css';
import { useListRecall } from './list-memory.tsx';
import { usePageTitle } from './page-title.ts';
import { Tag } from './tag.tsx';

const PlainBackLink = createLink(({ children, ...props }: ComponentProps<'a'>) => (
  <a {...props} className={classes.back}>
    <IconArrowLeft size={14} className={classes.arrow} aria-hidden="true" />
    {children}
  </a>
));

/** Back link to a list that restores its search and page. */
export const BackLink = ((props: ComponentProps<typeof PlainBackLink>) => {
  const recall = useListRecall();
  return <PlainBackLink search={recall(String(props.to)) as never} {...props} />;
}) as typeof PlainBackLink;

type Props = {
  back: ReactNode;
  /** Shown in a frame; a `picture` has its own shape. */
  icon?: ReactNode;
  picture?: ReactNode;
  title: string;
  type?: string;
  /** Shown next to the title. */
  status?: ReactNode;
  /** Additional text below the title. */
  facts?: ReactNode;
  id?: { label: string; value: string };
  /** Key facts below the header. */
  strip?: ReactNode;
  actions?: ReactNode;
  /** Menu items; destructive ones come last. */
  menu?: ReactNode;
  tabs: ReactNode;
  children: ReactNode;
};

export function DetailsPage(props: Props) {
  const { back, icon, picture, title, type, status, facts, id, strip, actions, menu, tabs, children } = props;
  const { t } = useTranslation();
  usePageTitle(title);
  return (
    <>
      {back}
      <header className={classes.header}>
        {picture ?? <span className={classes.icon}>{icon}</span>}
        <div className={classes.about}>
          <div className={classes.title}>
            <h1>
              <bdi>{title}</bdi>
            </h1>
            {status}
          </div>
          <div className={classes.facts}>
            {type !== undefined && <Tag>{type}</Tag>}
            {facts}
            {id && (
              <span className={classes.fact}>
                <span className={classes.label}>{id.label}</span>
                <CopyId value={id.value} label={id.label} />
              </span>
            )}
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
      {strip}
      {tabs}
      {children}
    </>
  );
}

const fieldWidths = ['40%', '60%', '52%'];

export function DetailsSkeleton({ back, hasStrip = false }: { back: ReactNode; hasStrip?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {back}
      <div role="status" aria-label={t('general.loading')}>
        <div className={classes.header}>
          <Skeleton width={48} height={48} radius="md" />
          <div className={classes.about}>
            <Skeleton width={220} height={22} maw="100%" />
            <Skeleton width={280} height={14} mt={10} maw="100%" />
          </div>
        </div>
        {hasStrip && <Skeleton height={58} radius="md" mb={16} />}
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
  const isGone = error instanceof ApiProblem && error.status === 404;
  const title = isGone ? notFoundTitle : t('errors.could_not_load');
  usePageTitle(title);
  return (
    <>
      {!isGone && back}
      <div className={classes.problem} role="alert">
        <h1>{title}</h1>
        <p>{messageOf(error, t)}</p>
        {isGone ? (
          back
        ) : (
          <Button variant="default" onClick={onRetry}>
            {t('general.retry')}
          </Button>
        )}
      </div>
    </>
  );
}

type StateProps = {
  back: ReactNode;
  query: { error: unknown; refetch: () => Promise<unknown> };
  notFoundTitle: string;
  /** The page has a strip of key facts. */
  hasStrip?: boolean;
};

/** Loading or error state of a details page. */
export function DetailsState({ back, query: { error, refetch }, notFoundTitle, hasStrip = false }: StateProps) {
  if (!error) return <DetailsSkeleton back={back} hasStrip={hasStrip} />;
  return <DetailsError back={back} error={error} notFoundTitle={notFoundTitle} onRetry={() => void refetch()} />;
}
