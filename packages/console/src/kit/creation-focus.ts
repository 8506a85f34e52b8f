// Returns the focus to the button that opened a creation dialog once it closes.
import { useEffect, useRef } from 'react';

export function useCreationFocus(isOpen: boolean) {
  const wasOpen = useRef(isOpen);
  const link = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The page focuses its main element after navigation, so wait one frame.
    if (wasOpen.current && !isOpen) requestAnimationFrame(() => link.current?.focus());
    wasOpen.current = isOpen;
  }, [isOpen]);
  return link;
}
