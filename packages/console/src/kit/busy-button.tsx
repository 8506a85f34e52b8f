// A button for slow actions: ignores double clicks and clicks while busy, and shows a spinner after a delay.
import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentProps, type MouseEvent, useEffect, useState } from 'react';

const patience = 500;

type Props = Omit<ButtonProps, 'loading'> &
  Pick<ComponentProps<'button'>, 'type' | 'form' | 'onClick' | 'onMouseDown'> & { busy: boolean };

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
    // The second click of a double click arrives before the state has updated.
    if (busy || event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
  return <Button {...props} loading={late} aria-busy={busy} onClick={click} />;
}
