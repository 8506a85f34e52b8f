// Focus for pages whose content comes later than they do, unless the person has moved on by then.
import { useEffect } from 'react';

export const useLateFocus = (isThere: boolean) => {
  useEffect(() => {
    const { activeElement, body } = document;
    if (!isThere || (activeElement !== body && activeElement?.tagName !== 'H1')) return;
    // On a phone, focus would open the keyboard over what is to be read first.
    document.querySelector<HTMLElement>('body.desktop [data-focus]')?.focus();
  }, [isThere]);
};
