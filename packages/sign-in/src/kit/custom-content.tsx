// What a tenant shows beside a page, in HTML of its own. Its scripts do not run: the policy of the page knows only ours.
import { useLayoutEffect, useRef } from 'react';
import { themingClass, useApp } from '../app-context.ts';

export const CustomContent = ({ html }: { html: string }) => {
  const { page } = useApp();
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current: shown } = place;
    if (!shown) return;
    shown.innerHTML = html;
    // The policy ignores styles in the markup of others; here they are the tenant's own, as its CSS is.
    for (const element of shown.querySelectorAll<HTMLElement>('[style]')) {
      element.style.cssText = element.getAttribute('style') ?? '';
    }
  }, [html]);
  return <aside ref={place} dir="auto" className={`content ${themingClass(page.namespace, 'custom-content')}`} />;
};
