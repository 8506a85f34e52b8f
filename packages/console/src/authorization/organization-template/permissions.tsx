// The permissions of the organization template.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { OrganizationScope } from '@tessera/contract/organization-template';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { Affected, countsOf } from '../../kit/affected.tsx';
import { useDeletion } from '../../kit/deletion.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { NoValue } from '../../kit/no-value.tsx';
import { PermissionName } from '../../kit/permission-name.tsx';
import { RowMenu } from '../../kit/row-menu.tsx';
import { IntroductionButton } from '../../user-management/organization-introduction/introduction-button.tsx';
import { TemplateIllustration } from './illustration.tsx';
import { rolesKey, scopesKey, scopesQuery } from './query.ts';
import { ScopeDialog } from './scope-dialog.tsx';
import { TemplateTabs } from './template-tabs.tsx';

const route = getRouteApi('/signed-in/layout/organization-template/organization-permissions');

function usePermissionDeletion() {
  const { t } = useTranslation();
  const { api } = useServices();
  const remove = useDeletion();
  return ({ id, name }: OrganizationScope) =>
    remove({
      title: t('organization-template.permissions.delete_title', { name }),
      text: (
        <Affected
          text={t('organization-template.permissions.delete_text')}
          counts={countsOf(
            ['organization-scope', id],
            (options) =>
              api.management.get(
                '/organization-scopes/:organizationScopeId/usage',
                { params: { organizationScopeId: id } },
                options,
              ),
            [['roles', ({ roles }) => roles]],
          )}
        />
      ),
      done: t('organization-template.deleted_toast', { name }),
      remove: () =>
        api.management.del('/organization-scopes/:organizationScopeId', { params: { organizationScopeId: id } }),
      about: [{ queryKey: scopesKey }, { queryKey: rolesKey }],
    });
}

export function OrganizationPermissions() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...scopesQuery(api, search), placeholderData: keepPreviousData });
  const [open, setOpen] = useState<OrganizationScope | 'new'>();
  const remove = usePermissionDeletion();
  const createButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setOpen('new')}>
      {t('organization-template.permissions.create')}
    </Button>
  );

  return (
    <>
      <ListPage
        title={t('organization-template.title')}
        subtitle={t('organization-template.subtitle')}
        searchLabel={t('organization-template.search')}
        search={search}
        query={query}
        actions={
          <>
            <IntroductionButton />
            {createButton}
          </>
        }
        tabs={<TemplateTabs />}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'name',
            title: t('organization-template.permissions.name'),
            width: '36%',
            cell: ({ name }) => <PermissionName name={name} />,
          },
          {
            key: 'description',
            title: t('organization-template.description'),
            width: '54%',
            cell: ({ description }) => (description ? <span dir="auto">{description}</span> : <NoValue />),
          },
          {
            key: 'actions',
            title: t('general.actions'),
            width: '10%',
            cell: (scope) => (
              <RowMenu
                name={scope.name}
                onEdit={() => setOpen(scope)}
                onDelete={() => void remove(scope)}
                deleteLabel={t('general.delete')}
                width={180}
              />
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<TemplateIllustration />}
            title={t('organization-template.permissions.empty_title')}
            text={t('organization-template.permissions.empty_text')}
            action={createButton}
          />
        }
      />
      {open && <ScopeDialog scope={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
