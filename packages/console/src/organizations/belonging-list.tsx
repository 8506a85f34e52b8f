// Those who belong to an organization, people or machines, with the roles they hold there: they are added, get other
// roles and are removed in the same way.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { RoleType } from '@tessera/contract/role';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../kit/confirm.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import type { ListSearch } from '../kit/list-search.ts';
import { ListSection } from '../kit/list-section.tsx';
import type { Column } from '../kit/list-table.tsx';
import { RowMenu } from '../kit/row-menu.tsx';
import { useSuccessToast } from '../kit/success-toast.ts';
import { TagList } from '../kit/tag-list.tsx';
import { EditRoles } from './edit-roles.tsx';
import { OrganizationsIllustration } from './illustration.tsx';
import type { NamedRole } from './organization.ts';

type Belonging = { id: string; organizationRoles: NamedRole[] };

type Props<T> = {
  kind: 'members' | 'machines';
  roleType: RoleType;
  search: ListSearch;
  query: UseQueryResult<{ items: T[]; total: number }>;
  nameOf: (item: T) => string;
  /** Who it is. */
  first: Column<T>;
  /** What else is known of them, beside their roles. */
  more?: readonly Column<T>[];
  rolesWidth: string;
  adding: (onClose: () => void) => ReactNode;
  saveRoles: (item: T, organizationRoleIds: string[]) => Promise<unknown>;
  remove: (item: T) => Promise<unknown>;
  onChanged: () => void;
};

function useRemoval<T extends Belonging>({ kind, nameOf, remove, onChanged }: Props<T>) {
  const { t } = useTranslation();
  const { confirm } = useConfirm();
  const toast = useSuccessToast();
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: (_, item) => {
      toast(t('organizations.removed_toast', { name: nameOf(item) }));
      onChanged();
    },
  });
  return async (item: T) => {
    const agreed = await confirm({
      title: t(`organizations.${kind}.remove_title`, { name: nameOf(item) }),
      text: t(`organizations.${kind}.remove_text`),
      confirmLabel: t('general.remove'),
      danger: true,
    });
    if (agreed) removal.mutate(item);
  };
}

export function BelongingList<T extends Belonging>(props: Props<T>) {
  const { kind, roleType, search, query, nameOf, first, more = [], rolesWidth, adding, saveRoles, onChanged } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState<T | 'add'>();
  const remove = useRemoval(props);
  const close = () => setOpen(undefined);
  const addButton = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setOpen('add')}>
      {t(`organizations.${kind}.add`)}
    </Button>
  );
  return (
    <>
      <ListSection
        title={t(`organizations.${kind}.title`)}
        searchLabel={t(`organizations.${kind}.search`)}
        search={search}
        query={query}
        actions={addButton}
        rowKey={({ id }) => id}
        columns={[
          first,
          {
            key: 'roles',
            title: t('organizations.roles.title'),
            width: rolesWidth,
            cell: ({ organizationRoles }) => <TagList items={organizationRoles} />,
          },
          ...more,
          {
            key: 'actions',
            title: t('general.actions'),
            width: '10%',
            cell: (item) => (
              <RowMenu
                name={nameOf(item)}
                onEdit={() => setOpen(item)}
                editLabel={t('organizations.roles.edit')}
                onDelete={() => void remove(item)}
                deleteLabel={t('general.remove')}
                width={180}
              />
            ),
          },
        ]}
        empty={
          <EmptyState
            illustration={<OrganizationsIllustration />}
            title={t(`organizations.${kind}.empty_title`)}
            text={t(`organizations.${kind}.empty_text`)}
            action={addButton}
          />
        }
      />
      {open === 'add' && adding(close)}
      {typeof open === 'object' && (
        <EditRoles
          name={nameOf(open)}
          type={roleType}
          held={open.organizationRoles}
          onClose={close}
          save={(organizationRoleIds) => saveRoles(open, organizationRoleIds)}
          onSaved={onChanged}
        />
      )}
    </>
  );
}
