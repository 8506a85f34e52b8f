// Overflow menu of a list row. Destructive items come last.
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** `name`: the row's name; `children`: the menu items. */
export function RowActions({ name, width = 180, children }: { name: string; width?: number; children: ReactNode }) {
  const { t } = useTranslation();
  const label = t('general.actions_of', { name });
  return (
    <Menu
      position="bottom-end"
      width={width}
      withInitialFocusPlaceholder={false}
      // Portalled out of the table, which would clip it, but still inside the page.
      portalProps={{ target: '#main' }}
    >
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={label}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  );
}
