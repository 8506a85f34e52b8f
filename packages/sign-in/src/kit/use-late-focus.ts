// Focus for pages whose content comes later than they do, unless the person has moved on by then.
import { useEffect } from 'react';

/** `always`: also on a phone, once the person has moved from page to page. */
export const useLateFocus = (isThere: boolean, when: 'always' | 'on a desktop' = 'on a desktop') => {
  useEffect(() => {
    const { activeElement, body } = document;
    if (!isThere || (activeElement !== body && activeElement?.tagName !== 'H1')) return;
    // On a phone, focus would open the keyboard over what is to be read first.
    const place = when === 'always' ? 'body:is(.desktop, [data-moved])' : 'body.desktop';
    const field = document.querySelector<HTMLElement>(`${place} [data-focus]`);
    (field ?? document.querySelector('h1'))?.focus();
  }, [isThere, when]);
};
