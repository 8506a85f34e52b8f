// The last item of a menu: deletes or revokes what the menu is about.
import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = { onClick: () => void; children: ReactNode };

export function DeleteItem({ onClick, children }: Props) {
  return (
    <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} />} onClick={onClick}>
      {children}
    </Menu.Item>
  );
}
