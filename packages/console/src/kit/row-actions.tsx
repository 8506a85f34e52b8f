// What can be done with one row of a list.
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** The items are those of a `Menu`; destructive ones come last. */
export function RowActions({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu
      position="bottom-end"
      width={180}
      withInitialFocusPlaceholder={false}
      // Outside of the table, which would cut it off, but still a part of the page.
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
