// Whoever closes the dialog that creates something is back at the button that opened it.
import { useEffect, useRef } from 'react';

export function useCreationFocus(isOpen: boolean) {
  const wasOpen = useRef(isOpen);
  const link = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The page around takes the focus at every other change of the address, so this comes after it.
    if (wasOpen.current && !isOpen) requestAnimationFrame(() => link.current?.focus());
    wasOpen.current = isOpen;
  }, [isOpen]);
  return link;
}
