// Menu that adds a missing item to a list.
import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './sections.module.css';

type Props<T extends string> = {
  label: string;
  /** The list is empty, so the button is emphasized. */
  isFirst: boolean;
  options: readonly { value: T; label: string; icon?: ReactNode; isBlocked?: boolean }[];
  onAdd: (value: T) => void;
  path?: string;
};

export function AddMenu<T extends string>({ label, isFirst, options, onAdd, path }: Props<T>) {
  if (options.length === 0) return null;
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant={isFirst ? 'default' : 'subtle'}
          leftSection={<IconPlus size={14} />}
          className={classes.add}
          {...(!isFirst && { size: 'compact-sm' })}
          {...(path && { 'data-path': path })}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {options.map(({ value, label: name, icon, isBlocked = false }) => (
          <Menu.Item key={value} leftSection={icon} disabled={isBlocked} onClick={() => onAdd(value)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
