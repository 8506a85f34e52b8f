// What can be done with one row of a list.
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

type Props = {
  /** How the row is called. */
  name: string;
  onEdit?: (() => void) | undefined;
  onDelete: () => void;
  /** Some things are deleted, others only removed from here. */
  deleteLabel: string;
};

export function RowMenu({ name, onEdit, onDelete, deleteLabel }: Props) {
  const { t } = useTranslation();
  const label = t('general.actions_of', { name });
  return (
    <Menu
      position="bottom-end"
      width={160}
      withInitialFocusPlaceholder={false}
      // Outside of the table, which would cut it off, but still a part of the page.
      portalProps={{ target: '#main' }}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={label}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {onEdit && (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
            {t('general.edit')}
          </Menu.Item>
        )}
        <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={onDelete}>
          {deleteLabel}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
