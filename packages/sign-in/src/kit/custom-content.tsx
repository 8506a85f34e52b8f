// Custom HTML of the tenant next to a page. Its scripts are blocked by the CSP.
import { useLayoutEffect, useRef } from 'react';
import { themingClass, useApp } from '../app-context.ts';

/** Elements that navigate away or embed other documents, which the CSP blocks only in part. */
const leading = 'base, embed, form, frame, frameset, iframe, link, meta, object, script';

/** Parsed in an inert document, where nothing loads and no redirect takes effect. */
const parse = (html: string): Node[] => {
  const { body } = new DOMParser().parseFromString(`<body>${html}`, 'text/html');
  for (const element of body.querySelectorAll(leading)) element.remove();
  // The CSP ignores inline styles in markup; set them through the DOM, since they are the tenant's own like its CSS.
  for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
    element.style.cssText = element.getAttribute('style') ?? '';
  }
  return [...body.childNodes];
};

export const CustomContent = ({ html }: { html: string }) => {
  const { page } = useApp();
  const place = useRef<HTMLElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(...parse(html)), [html]);
  return <aside ref={place} dir="auto" className={`content ${themingClass(page.namespace, 'custom-content')}`} />;
};
