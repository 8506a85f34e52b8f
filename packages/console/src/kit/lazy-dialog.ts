// A dialog whose code is loaded when somebody first wants it. A dialog that is born open does not know where the focus
// was, so it is led back from here.
import { type RefObject, useRef, useState } from 'react';

export function useLazyDialog<Opener extends HTMLElement>(): {
  /** The button that opens it, and gets the focus back. */
  opener: RefObject<Opener | null>;
  needed: boolean;
  opened: boolean;
  open: () => void;
  close: () => void;
} {
  const opener = useRef<Opener>(null);
  const [needed, setNeeded] = useState(false);
  const [opened, setOpened] = useState(false);
  const open = () => {
    setNeeded(true);
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    opener.current?.focus();
  };
  return { opener, needed, opened, open, close };
}
