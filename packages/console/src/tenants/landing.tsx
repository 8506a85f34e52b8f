// What people see who belong to no tenant: what a tenant is, and the way to one.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../kit/empty-state.tsx';
import { usePageTitle } from '../kit/page-title.ts';
import { CreateTenant } from './create-tenant.tsx';
import { TenantsIllustration } from './illustration.tsx';

export function TenantLanding() {
  const { t } = useTranslation();
  const [creating, dialog] = useDisclosure();
  usePageTitle(t('tenants.title'));
  return (
    <>
      <EmptyState
        illustration={<TenantsIllustration />}
        title={t('tenants.empty.title')}
        text={t('tenants.empty.text')}
        action={<Button onClick={dialog.open}>{t('tenants.create.title')}</Button>}
      />
      <CreateTenant opened={creating} onClose={dialog.close} />
    </>
  );
}
