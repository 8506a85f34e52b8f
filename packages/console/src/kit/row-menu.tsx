// Standard row menu: edit, and delete or remove.

import { Menu } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DeleteItem } from './delete-item.tsx';
import { RowActions } from './row-actions.tsx';

type Props = {
  /** The row's name. */
  name: string;
  onEdit?: (() => void) | undefined;
  /** Label of the edit item, if it is not "Edit". */
  editLabel?: string;
  /** Further items, between edit and delete. */
  children?: ReactNode;
  onDelete: () => void;
  /** "Delete" for entities, "Remove" for assignments. */
  deleteLabel: string;
  width?: number;
};

export function RowMenu({ name, onEdit, editLabel, children, onDelete, deleteLabel, width = 160 }: Props) {
  const { t } = useTranslation();
  return (
    <RowActions name={name} width={width}>
      {onEdit && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {editLabel ?? t('general.edit')}
        </Menu.Item>
      )}
      {children}
      <DeleteItem onClick={onDelete}>{deleteLabel}</DeleteItem>
    </RowActions>
  );
}
