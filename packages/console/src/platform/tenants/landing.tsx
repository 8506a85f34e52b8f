// Start page for users without a tenant.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../../kit/page-title.ts';
import classes from '../../kit/state.module.css';
import { CreateTenant } from './create-tenant.tsx';
import { TenantsIllustration } from './illustration.tsx';

export function TenantLanding() {
  const { t } = useTranslation();
  const [creating, dialog] = useDisclosure();
  usePageTitle(t('tenants.title'));
  return (
    <>
      <div className={classes.panel}>
        <TenantsIllustration />
        <h1>{t('tenants.empty.title')}</h1>
        <p className={classes.text}>{t('tenants.empty.text')}</p>
        <Button onClick={dialog.open}>{t('tenants.create.title')}</Button>
      </div>
      {creating && <CreateTenant onClose={dialog.close} />}
    </>
  );
}
