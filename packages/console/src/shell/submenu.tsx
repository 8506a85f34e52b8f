// A submenu. Clicks and keys open it immediately, hovering after a delay.
import { Menu, useDirection } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './submenu.module.css';

type Props = { icon: TablerIcon; title: string; children: ReactNode };

export function Submenu({ icon: Icon, title, children }: Props) {
  const { dir } = useDirection();
  const [opened, setOpened] = useState(false);
  const byKey = useRef(false);
  const dropdown = useRef<HTMLDivElement>(null);
  const item = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!opened || !byKey.current) return;
    byKey.current = false;
    dropdown.current?.querySelector<HTMLElement>('[aria-checked=true]')?.focus({ preventScroll: true });
  }, [opened]);

  const onItemKey = (event: KeyboardEvent) => {
    const { key } = event;
    // Mantine handles only the right arrow.
    if (key !== 'Enter' && key !== ' ' && !(key === 'ArrowLeft' && dir === 'rtl')) return;
    // Prevent the key from also clicking the item that gets the focus.
    event.preventDefault();
    byKey.current = true;
    setOpened(true);
  };
  // Mantine closes it only on the left arrow, and then loses the focus.
  const onDropdownKey = ({ key }: KeyboardEvent) => {
    if (key !== (dir === 'rtl' ? 'ArrowRight' : 'ArrowLeft')) return;
    setOpened(false);
    item.current?.focus();
  };

  return (
    <Menu.Sub opened={opened} onChange={setOpened} openDelay={300} closeDelay={100}>
      <Menu.Sub.Target>
        <Menu.Sub.Item
          ref={item}
          leftSection={<Icon size={16} />}
          onClick={() => setOpened(true)}
          onKeyDown={onItemKey}
          aria-haspopup="menu"
        >
          {title}
        </Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown ref={dropdown} className={classes.submenu} aria-label={title} onKeyDown={onDropdownKey}>
        {children}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}
