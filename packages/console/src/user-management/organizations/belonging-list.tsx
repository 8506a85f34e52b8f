// Members or machine-to-machine applications of an organization with their roles; adding, changing roles and removing
// work the same for both.
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { RoleType } from '@tessera/contract/role';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../kit/confirm.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import type { ListSearch } from '../../kit/list-search.ts';
import { ListSection } from '../../kit/list-section.tsx';
import type { Column } from '../../kit/list-table.tsx';
import { usePageSelection } from '../../kit/page-selection.ts';
import { RowMenu } from '../../kit/row-menu.tsx';
import { SelectionBar } from '../../kit/selection-bar.tsx';
import { useSuccessToast } from '../../kit/success-toast.ts';
import { TagList } from '../../kit/tag-list.tsx';
import { EditRoles } from './edit-roles.tsx';
import { OrganizationsIllustration } from './illustration.tsx';
import type { NamedRole } from './organization.ts';

type Belonging = { id: string; organizationRoles: NamedRole[] };

type Props<T> = {
  kind: 'members' | 'applications';
  roleType: RoleType;
  search: ListSearch;
  query: UseQueryResult<{ items: T[]; total: number }>;
  nameOf: (item: T) => string;
  /** The column with the name. */
  first: Column<T>;
  /** Additional columns besides the roles. */
  more?: readonly Column<T>[];
  rolesWidth: string;
  adding: (onClose: () => void) => ReactNode;
  saveRoles: (item: T, organizationRoleIds: string[]) => Promise<unknown>;
  remove: (item: T) => Promise<unknown>;
  /** Removes several at once, if possible. */
  removeAll?: (ids: string[]) => Promise<unknown>;
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

function useBulkRemoval<T extends Belonging>({ kind, removeAll, onChanged }: Props<T>) {
  const { t } = useTranslation();
  const { confirm } = useConfirm();
  const toast = useSuccessToast();
  const removal = useMutation({
    mutationFn: async (ids: string[]) => removeAll?.(ids),
    onSuccess: (_, ids) => {
      toast(t('organizations.removed_many_toast', { count: ids.length }));
      onChanged();
    },
  });
  return async (ids: string[]) => {
    const agreed = await confirm({
      title: t('organizations.remove_many_title', { count: ids.length }),
      text: t(`organizations.${kind}.remove_text`),
      confirmLabel: t('general.remove'),
      danger: true,
    });
    if (agreed) removal.mutate(ids);
  };
}

export function BelongingList<T extends Belonging>(props: Props<T>) {
  const { kind, roleType, search, query, nameOf, first, more = [], rolesWidth, adding, saveRoles, onChanged } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState<T | 'add'>();
  const remove = useRemoval(props);
  const removeMany = useBulkRemoval(props);
  const { selection, selected, clear } = usePageSelection(query.data?.items ?? [], nameOf);
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
        {...(props.removeAll && { selection })}
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
      {selected.length > 0 && (
        <SelectionBar text={t('list.selected', { count: selected.length })} onClear={clear}>
          <Button color="red" size="compact-md" onClick={() => void removeMany(selected)}>
            {t('general.remove')}
          </Button>
        </SelectionBar>
      )}
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
