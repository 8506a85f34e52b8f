// Layout of the security pages: header, tabs, and loading and error states.
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { ErrorState } from '../../kit/error-state.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { TabLink, TabLinks } from '../../kit/tab-links.tsx';
import { PlanTag } from '../../platform/plans/plan.tsx';
import { experienceQuery } from '../sign-in-experience/query.ts';
import classes from './security.module.css';

export function Security() {
  const { t } = useTranslation();
  const { api } = useServices();
  const { data, error, refetch } = useQuery(experienceQuery(api));
  return (
    <>
      <PageHeader
        title={t('security.title')}
        tag={<PlanTag feature="securityFeaturesEnabled" />}
        subtitle={t('security.subtitle')}
      />
      <TabLinks label={t('security.tabs')}>
        <TabLink to="/security/password-policy">{t('security.password.tab')}</TabLink>
        <TabLink to="/security/captcha">{t('security.captcha.tab')}</TabLink>
        <TabLink to="/security/blocklist">{t('security.blocklist.tab')}</TabLink>
        <TabLink to="/security/general">{t('security.general.tab')}</TabLink>
      </TabLinks>
      {data && <Outlet />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <FormSkeleton />}
    </>
  );
}

const fieldWidths = ['40%', '60%', '52%'];

function FormSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('general.loading')} className={classes.skeleton}>
      {fieldWidths.map((width) => (
        <div key={width}>
          <Skeleton width={120} height={12} />
          <Skeleton width={width} height={36} mt={6} />
        </div>
      ))}
    </div>
  );
}
