// Focus for content that loads late, unless the user has moved on.
import { useEffect } from 'react';

export const useLateFocus = (isThere: boolean) => {
  useEffect(() => {
    const { activeElement, body } = document;
    if (!isThere || (activeElement !== body && activeElement?.tagName !== 'H1')) return;
    // On phones, focusing would open the keyboard over the page.
    document.querySelector<HTMLElement>('body.desktop [data-focus]')?.focus();
  }, [isThere]);
};
