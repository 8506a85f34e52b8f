// The usual actions of one row of a list: changing it, and deleting it or taking it away.
import { Menu } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { RowActions } from './row-actions.tsx';

type Props = {
  /** How the row is called. */
  name: string;
  onEdit?: (() => void) | undefined;
  /** Where changing it has a word of its own. */
  editLabel?: string;
  onDelete: () => void;
  /** Some things are deleted, others only removed from here. */
  deleteLabel: string;
  width?: number;
};

export function RowMenu({ name, onEdit, editLabel, onDelete, deleteLabel, width = 160 }: Props) {
  const { t } = useTranslation();
  return (
    <RowActions name={name} width={width}>
      {onEdit && (
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {editLabel ?? t('general.edit')}
        </Menu.Item>
      )}
      <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={onDelete}>
        {deleteLabel}
      </Menu.Item>
    </RowActions>
  );
}
