// Placeholder while a guide's steps load.
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './guide-page.module.css';

const fiveSteps = ['46%', '38%', '54%', '42%', '34%'];

export function StepsSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={classes.steps} role="status" aria-label={t('general.loading')}>
      {fiveSteps.map((width) => (
        <div key={width} className={classes.step}>
          <Skeleton width={width} height={18} />
          <Skeleton height={12} mt={16} />
          <Skeleton height={96} mt={12} radius="md" />
        </div>
      ))}
    </div>
  );
}
