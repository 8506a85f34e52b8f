// An API resource in a list, with a marker for the Management API.
import { IconCloudLock, IconServer2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Resource } from '@tessera/contract/resources';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { rowLink } from '../../kit/list-table.tsx';
import classes from '../../kit/row-name.module.css';
import { Tag } from '../../kit/tag.tsx';

export function useIsManagementApi() {
  const { settings } = useServices();
  const managementApi = settings.wire.managementResource(settings.tenantId);
  return ({ indicator }: Pick<Resource, 'indicator'>) => indicator === managementApi;
}

export function ResourceIcon({ isManagementApi, size = 16 }: { isManagementApi: boolean; size?: number }) {
  const Icon = isManagementApi ? IconCloudLock : IconServer2;
  return <Icon size={size} stroke={1.6} aria-hidden="true" />;
}

export function ResourceName({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const isManagementApi = useIsManagementApi()(resource);
  return (
    <span className={classes.name}>
      <ResourceIcon isManagementApi={isManagementApi} />
      <Link to="/api-resources/$id/permissions" params={{ id: resource.id }} className={rowLink} dir="auto">
        {resource.name}
      </Link>
      {isManagementApi && <Tag>{t('resources.built_in')}</Tag>}
      {resource.isDefault && <Tag>{t('resources.default')}</Tag>}
    </span>
  );
}
