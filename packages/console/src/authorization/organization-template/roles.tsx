// The roles of the organization template.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useServices } from '../../app/services.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { rowLink } from '../../kit/list-table.tsx';
import classes from '../../kit/row-name.module.css';
import { Tag } from '../../kit/tag.tsx';
import { TagList } from '../../kit/tag-list.tsx';
import { IntroductionButton } from '../../user-management/organization-introduction/introduction-button.tsx';
import { RoleIcon } from '../roles/role-name.tsx';
import { CreateRole } from './create-role.tsx';
import { TemplateIllustration } from './illustration.tsx';
import { rolesQuery } from './query.ts';
import { TemplateTabs } from './template-tabs.tsx';

const route = getRouteApi('/signed-in/layout/organization-template/organization-roles');

export function OrganizationRoles() {
  const { t } = useTranslation();
  const { api } = useServices();
  const search = route.useSearch();
  const query = useQuery({ ...rolesQuery(api, search), placeholderData: keepPreviousData });
  const [creating, setCreating] = useState(false);
  const createButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
      {t('organization-template.roles.create')}
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
            title: t('organization-template.roles.name'),
            width: '26%',
            cell: ({ id, name, type }) => (
              <span className={classes.name}>
                <RoleIcon type={type} />
                <Link to="/organization-template/roles/$id" params={{ id }} className={rowLink} dir="auto">
                  {name}
                </Link>
              </span>
            ),
          },
          {
            key: 'type',
            title: t('organization-template.roles.type'),
            width: '22%',
            cell: ({ type }) => <Tag>{t(`organization-template.types.${type}`)}</Tag>,
          },
          {
            key: 'permissions',
            title: t('organization-template.roles.permissions'),
            width: '52%',
            cell: ({ scopes, resourceScopes }) => <TagList items={[...scopes, ...resourceScopes]} />,
          },
        ]}
        empty={
          <EmptyState
            illustration={<TemplateIllustration />}
            title={t('organization-template.roles.empty_title')}
            text={t('organization-template.roles.empty_text')}
            action={createButton}
          />
        }
      />
      {creating && <CreateRole onClose={() => setCreating(false)} />}
    </>
  );
}
