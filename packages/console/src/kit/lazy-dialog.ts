// A dialog whose code is loaded when somebody first wants it. A dialog that is born open does not know where the focus
// was, so it is led back from here.
import { type RefObject, useRef, useState } from 'react';

/** The focus goes back to the opener; without one, to where it was. */
export function useLazyDialog(opener?: RefObject<HTMLElement | null>) {
  const before = useRef<Element>(null);
  const [needed, setNeeded] = useState(false);
  const [opened, setOpened] = useState(false);
  const open = () => {
    before.current = document.activeElement;
    setNeeded(true);
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    const target = opener?.current ?? before.current;
    if (target instanceof HTMLElement) target.focus();
  };
  return { needed, opened, open, close };
}
