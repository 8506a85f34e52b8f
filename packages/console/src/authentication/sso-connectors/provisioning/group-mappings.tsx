// Groups of the identity provider and the organization roles that they give.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ScimGroupMapping, ScimSettings } from '@tessera/contract/scim-provisioning';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../../app/services.tsx';
import { useConfirmedAction } from '../../../kit/confirmed-action.ts';
import { DateText } from '../../../kit/date-text.tsx';
import type { Column } from '../../../kit/list-table.tsx';
import { RowMenu } from '../../../kit/row-menu.tsx';
import { Tag } from '../../../kit/tag.tsx';
import { Card } from './card.tsx';
import { CreateMapping } from './create-mapping.tsx';
import { PagedTable } from './paged-table.tsx';
import classes from './provisioning.module.css';
import { mappingsKey, mappingsQuery, type ProvisioningSearch, settingsQuery } from './query.ts';

/** After a mapping was created or removed. */
function useRefresh(ssoConnectorId: string) {
  const { api } = useServices();
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: settingsQuery(api, ssoConnectorId).queryKey });
    return queryClient.invalidateQueries({ queryKey: mappingsKey });
  };
}

function useMappingRemoval(ssoConnectorId: string) {
  const { t } = useTranslation();
  const { api } = useServices();
  const refresh = useRefresh(ssoConnectorId);
  const path = '/sso-connectors/:ssoConnectorId/scim/group-mappings/:mappingId';
  return useConfirmedAction<ScimGroupMapping>({
    question: ({ group, organization, organizationRole }) => ({
      title: t('scim-provisioning.mappings.remove_title', { name: group.displayName }),
      text: t('scim-provisioning.mappings.remove_text', {
        role: organizationRole.name,
        organization: organization.name,
      }),
      confirmLabel: t('general.remove'),
      danger: true,
    }),
    act: ({ id }) => api.management.del(path, { params: { ssoConnectorId, mappingId: id } }),
    doneText: () => t('scim-provisioning.mappings.removed_toast'),
    onDone: refresh,
  });
}

function useColumns(onRemove: (mapping: ScimGroupMapping) => void): Column<ScimGroupMapping>[] {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language);
  return [
    {
      key: 'group',
      title: t('scim-provisioning.mappings.group'),
      cell: ({ group }) => <bdi className={classes.name}>{group.displayName}</bdi>,
    },
    {
      key: 'organization',
      title: t('scim-provisioning.mappings.organization'),
      width: '22%',
      cell: ({ organization: { id, name } }) => (
        <Link to="/organizations/$id" params={{ id }}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      key: 'role',
      title: t('scim-provisioning.mappings.role'),
      width: '20%',
      cell: ({ organizationRole: { name } }) => (
        <span className={classes.role}>
          <Tag>
            <bdi>{name}</bdi>
          </Tag>
        </span>
      ),
    },
    {
      key: 'users',
      title: t('scim-provisioning.mappings.users'),
      width: '11%',
      cell: ({ group }) => number.format(group.userCount),
    },
    {
      key: 'updated',
      title: t('scim-provisioning.mappings.updated'),
      width: '17%',
      cell: ({ group }) => <DateText value={group.updatedAt} />,
    },
    {
      key: 'menu',
      title: t('general.actions'),
      cell: (mapping) => (
        <RowMenu
          name={mapping.group.displayName}
          onDelete={() => onRemove(mapping)}
          deleteLabel={t('general.remove')}
        />
      ),
    },
  ];
}

export function GroupMappings({ settings, search }: { settings: ScimSettings; search: ProvisioningSearch }) {
  const { t, i18n } = useTranslation();
  const { api } = useServices();
  const { ssoConnectorId, groupCount, mappedGroupCount } = settings;
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh(ssoConnectorId);
  const removal = useMappingRemoval(ssoConnectorId);
  const query = useQuery({ ...mappingsQuery(api, ssoConnectorId, search), placeholderData: keepPreviousData });
  const number = new Intl.NumberFormat(i18n.language);
  const columns = useColumns(removal.ask);
  const hasGroups = groupCount > 0;
  const title = t('scim-provisioning.mappings.title');
  return (
    <Card
      title={title}
      flush
      {...(hasGroups && {
        note: t('scim-provisioning.mappings.tally', {
          mapped: number.format(mappedGroupCount),
          total: number.format(groupCount),
          count: groupCount,
        }),
        actions: (
          <Button variant="default" leftSection={<IconPlus size={14} />} onClick={() => setOpen(true)}>
            {t('scim-provisioning.mappings.create')}
          </Button>
        ),
      })}
    >
      <PagedTable
        title={title}
        query={query}
        columns={columns}
        search={search}
        parameter="mappings"
        empty={t(hasGroups ? 'scim-provisioning.mappings.none' : 'scim-provisioning.mappings.no_groups')}
      />
      {isOpen && <CreateMapping ssoConnectorId={ssoConnectorId} onDone={refresh} onClose={() => setOpen(false)} />}
    </Card>
  );
}
