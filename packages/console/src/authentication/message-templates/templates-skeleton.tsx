// The page while it loads.
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './message-templates.module.css';

export function TemplatesSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.frame} role="status" aria-label={t('general.loading')}>
      <Skeleton height={560} radius="md" />
    </div>
  );
}

export function EditorSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.loading} role="status" aria-label={t('general.loading')}>
      <Skeleton height={32} radius="sm" />
      <Skeleton height={56} radius="sm" />
      <Skeleton height={320} radius="sm" />
    </div>
  );
}
