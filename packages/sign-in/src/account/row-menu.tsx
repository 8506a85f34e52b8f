// The actions of a row with several of them.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useAccount } from './account-context.ts';
import { Icon } from './icons.tsx';

export type MenuItem = { label: string; isDangerous?: boolean; onChoose: () => void };

export const RowMenu = ({ name, items }: { name: string; items: MenuItem[] }) => {
  const { t } = useAccount();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const itemsIn = () => [...(place.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];

  useEffect(() => {
    if (!isOpen) return;
    place.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const leave = ({ target }: Event) => {
      if (!place.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    return () => document.removeEventListener('pointerdown', leave);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const move = (event: KeyboardEvent) => {
    const all = itemsIn();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: -1 };
    const next = steps[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return setOpen(false);
    else if (next !== undefined) all.at(next % all.length)?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="menu-place" ref={place}>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={t('account.action.menu', { name })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="dots" />
      </button>
      {isOpen && (
        <div id={id} role="menu" tabIndex={-1} className="menu" onKeyDown={move}>
          {items.map(({ label, isDangerous, onChoose }) => (
            <button
              key={label}
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={isDangerous ? 'danger' : undefined}
              onClick={() => {
                close();
                onChoose();
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
};
