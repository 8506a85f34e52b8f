// A button whose work takes time: it takes no second click at once, and shows that it works when that takes longer.
import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react';

const patience = 500;

type Props = Omit<ButtonProps, 'loading'> &
  Pick<ComponentProps<'button'>, 'type' | 'onClick' | 'onMouseDown'> & { busy: boolean };

export function BusyButton({ busy, onClick, ...props }: Props) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), patience);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [busy]);
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return <Button {...props} loading={late} aria-busy={busy} onClick={click} />;
}
