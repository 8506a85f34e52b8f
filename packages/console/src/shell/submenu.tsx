// A menu within a menu. Click and keys open it at once; hovering waits until it is clear that somebody means it.
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
    // Mantine knows the arrow to the right alone.
    if (key !== 'Enter' && key !== ' ' && !(key === 'ArrowLeft' && dir === 'rtl')) return;
    // The key would go on to click the item that has the focus by then.
    event.preventDefault();
    byKey.current = true;
    setOpened(true);
  };
  // Mantine closes it for the arrow to the left alone, and then leaves the focus nowhere.
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
