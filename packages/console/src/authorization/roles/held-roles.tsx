// Roles of a user or application: searchable list with assign and remove.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Role } from '@tessera/contract/role';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/empty-state.tsx';
import type { ListSearch } from '../../kit/list-search.ts';
import { ListSection } from '../../kit/list-section.tsx';
import type { Column } from '../../kit/list-table.tsx';
import { RemoveButton } from '../../kit/remove-button.tsx';
import { RolesIllustration } from './illustration.tsx';
import { useRoleRemoval } from './removal.ts';
import { RoleName } from './role-name.tsx';

type Props = {
  /** Name of the user or application. */
  holder: string;
  texts: { assign: string; emptyTitle: string; emptyText: string };
  search: ListSearch;
  query: UseQueryResult<{ items: Role[]; total: number }>;
  /** Additional columns before the description. */
  more?: readonly Column<Role>[];
  remove: (roleId: string) => Promise<unknown>;
  /** The dialog for assigning roles. */
  dialog: (close: () => void) => ReactNode;
};

export function HeldRoles({ holder, texts, search, query, more = [], remove, dialog }: Props) {
  const { t } = useTranslation();
  const [assigning, setAssigning] = useState(false);
  const takeAway = useRoleRemoval(remove);
  const assignButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setAssigning(true)}>
      {texts.assign}
    </Button>
  );
  return (
    <>
      <ListSection
        title={t('roles.title')}
        searchLabel={t('roles.search')}
        actions={assignButton}
        search={search}
        query={query}
        rowKey={(role) => role.id}
        columns={[
          { key: 'name', title: t('roles.name'), width: '34%', cell: (role) => <RoleName role={role} /> },
          ...more,
          {
            key: 'description',
            title: t('roles.description'),
            width: '38%',
            cell: ({ description }) => <span dir="auto">{description}</span>,
          },
          {
            key: 'actions',
            title: t('general.actions'),
            width: '10%',
            cell: ({ id, name }) => (
              <RemoveButton name={name} onClick={() => void takeAway({ role: name, holder, id })} />
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<RolesIllustration />}
            title={texts.emptyTitle}
            text={texts.emptyText}
            action={assignButton}
          />
        }
      />
      {assigning && dialog(() => setAssigning(false))}
    </>
  );
}
