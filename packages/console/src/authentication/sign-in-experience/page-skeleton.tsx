// Loading state of the page.
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import classes from './tabs.module.css';

export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('sign-in-experience.title')} subtitle={t('sign-in-experience.subtitle')} />
      <div role="status" aria-label={t('general.loading')}>
        <Skeleton width={420} height={14} mt={10} mb={10} maw="100%" />
        <div className={classes.columns}>
          <div className={classes.skeleton}>
            <Skeleton height={220} radius="md" />
            <Skeleton height={220} radius="md" />
          </div>
          <div className={classes.side}>
            <Skeleton height={420} radius="md" />
          </div>
        </div>
      </div>
    </>
  );
}
