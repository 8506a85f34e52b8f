// Shows the current tenant and switches to others.
import { Menu, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCheck, IconPlus, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Tag } from '../../kit/tag.tsx';
import { tenantsQuery } from './own-tenants.ts';
import { useRegionName } from './region-name.ts';
import { useSwitchTenant } from './switch-tenant.ts';
import classes from './tenant-switcher.module.css';

const CreateTenant = lazy(async () => ({ default: (await import('./create-tenant.tsx')).CreateTenant }));

export function TenantSwitcher() {
  const { t } = useTranslation();
  const { api, settings } = useServices();
  const { data: own = [] } = useQuery(tenantsQuery(api));
  const switchTo = useSwitchTenant();
  const nameOf = useRegionName();
  const [creating, { open, close }] = useDisclosure();
  const current = own.find(({ id }) => id === settings.tenantId);
  if (!current) return null;

  return (
    <>
      <Menu
        position="bottom-start"
        width={300}
        withinPortal={false}
        withInitialFocusPlaceholder={false}
        checkIcon={<IconCheck size={14} />}
        classNames={{ itemLabel: classes.label }}
      >
        <Menu.Target>
          <UnstyledButton className={classes.target}>
            <span className="visually-hidden">{t('tenants.switch')}</span>
            <span className={classes.name} dir="auto">
              {current.name}
            </span>
            <span className={classes.tag}>
              <Tag>{t(`tenants.tags.${current.tag}`)}</Tag>
            </span>
            <IconSelector size={14} aria-hidden="true" />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('tenants.title')}>
          <div className={classes.list} role="presentation">
            <Menu.RadioGroup value={current.id} onChange={(id) => void switchTo(id)}>
              {own.map(({ id, name, tag, regionName }) => (
                <Menu.RadioItem key={id} value={id} closeMenuOnClick>
                  <span className={classes.tenant}>
                    <span className={classes.name} dir="auto">
                      {name}
                    </span>
                    <span className={classes.facts}>
                      <Tag>{t(`tenants.tags.${tag}`)}</Tag>
                      {nameOf(regionName)}
                    </span>
                  </span>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </div>
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={open}>
            {t('tenants.create.title')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {creating && (
        <Suspense>
          <CreateTenant onClose={close} />
        </Suspense>
      )}
    </>
  );
}
