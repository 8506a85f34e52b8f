// The section that is being read: the last one that has scrolled past a line near the top.
import { type RefObject, useEffect, useState } from 'react';

// A section is current once it is this far from the top.
const readingLine = 96;

/** `scroller` is the element that scrolls, the page by default. */
export function useCurrentSection(
  ids: readonly string[],
  scroller?: RefObject<HTMLElement | null>,
): string | undefined {
  const [current, setCurrent] = useState(ids[0]);
  const key = ids.join(' ');
  useEffect(() => {
    const names = key.split(' ');
    const box = scroller ? scroller.current : document.documentElement;
    if (!box) return;
    const update = () => {
      const line = (scroller ? box.getBoundingClientRect().top : 0) + readingLine;
      const began = names.findLast((name) => {
        const section = document.getElementById(name);
        return section !== null && section.getBoundingClientRect().top <= line;
      });
      // The last sections may be too short to reach the line.
      const isAtEnd = box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
      setCurrent(isAtEnd ? names.at(-1) : (began ?? names[0]));
    };
    update();
    const source = scroller ? box : document;
    source.addEventListener('scroll', update, { passive: true });
    return () => source.removeEventListener('scroll', update);
  }, [scroller, key]);
  return current;
}

/** Scrolls to a section and moves the focus there, so that Tab continues inside. */
export const goToSection = (id: string) => {
  const section = document.getElementById(id);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
};
