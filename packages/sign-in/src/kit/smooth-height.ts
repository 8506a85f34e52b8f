// Animates the height of the card when its content changes, unless the user prefers less motion.
import { useEffect, useRef } from 'react';

export const useSmoothHeight = () => {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = card.current;
    if (!element || !('ResizeObserver' in window) || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return undefined;
    let before = 0;
    let running: Animation | undefined;
    // Watches the content, because the animation changes the card itself.
    const observer = new ResizeObserver(() => {
      const from = running?.playState === 'running' ? element.offsetHeight : before;
      running?.cancel();
      before = element.offsetHeight;
      if (from && from !== before)
        running = element.animate([{ blockSize: `${from}px` }, { blockSize: `${before}px` }], {
          duration: 150,
          easing: 'ease-out',
        });
    });
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return card;
};
