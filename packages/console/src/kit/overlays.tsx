// Shared behavior of dialogs and drawers: only the topmost handles Esc and Back, input is not lost without asking, and
// focus returns to the opener.
import { useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useState } from 'react';

type Focused = { element: HTMLElement; path: string };
type Overlays = {
  /** From bottom to top. */
  open: object[];
  /** Previously focused elements with their page, latest first. */
  trail: () => readonly Focused[];
};

const OverlayContext = createContext<Overlays | undefined>(undefined);
const trailLength = 12;

/** Menus close before a dialog they opened, so focus cannot return to their items. */
const isTransient = (element: Element) => element.closest('[role="menu"], [role="listbox"]') !== null;

export function OverlayHost({ children }: { children: ReactNode }) {
  const { history } = useRouter();
  const { overlays, note } = useMemo(() => {
    let trail: Focused[] = [];
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || isTransient(target)) return;
      const others = trail.filter(({ element }) => element !== target && element.isConnected);
      trail = [{ element: target, path: history.location.pathname }, ...others].slice(0, trailLength);
    };
    return { overlays: { open: [], trail: () => trail } satisfies Overlays, note };
  }, [history]);
  useEffect(() => {
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [note]);
  return <OverlayContext value={overlays}>{children}</OverlayContext>;
}

export function useOverlays(): Overlays {
  const overlays = use(OverlayContext);
  if (!overlays) throw new Error('Dialogs are opened below the overlay host only.');
  return overlays;
}

const returnFocus = (trail: readonly Focused[], path: string) => {
  const { activeElement } = document;
  // The page focuses its main element after navigation; the opener is more precise.
  if (activeElement && activeElement !== document.body && activeElement.id !== 'main') return;
  const isThere = ({ element, path: noted }: Focused) =>
    noted === path && element.isConnected && element.checkVisibility();
  trail.find(isThere)?.element.focus({ preventScroll: true });
};

type Overlay = {
  opened?: boolean;
  /** The overlay has its own URL, so Back closes it by itself. */
  routed?: boolean;
  /** Whether closing loses input. */
  isFilled: () => boolean;
  /** Closes it, asking first if input would be lost. */
  close: () => void;
};

export function useOverlay({ opened = true, routed = false, isFilled, close }: Overlay) {
  const overlays = useOverlays();
  const { history } = useRouter();
  const [entry] = useState(() => ({}));
  const isTop = () => overlays.open.at(-1) === entry;
  const onBack = useEffectEvent(() => {
    if (!isTop() || (routed && !isFilled())) return false;
    close();
    return true;
  });
  const isUnsaved = useEffectEvent(() => isFilled());

  useEffect(() => {
    if (!opened) return;
    const trail = overlays.trail();
    overlays.open.push(entry);
    // The overlay of the previous page stays mounted until the next page has loaded.
    const { pathname } = history.location;
    const unblock = history.block({
      enableBeforeUnload: () => isUnsaved(),
      blockerFn: ({ action, currentLocation }) =>
        action === 'BACK' && currentLocation.pathname === pathname && onBack(),
    });
    return () => {
      unblock();
      overlays.open.splice(overlays.open.indexOf(entry), 1);
      // Wait for the page, which takes the focus after navigation.
      requestAnimationFrame(() => {
        if (!overlays.open.includes(entry)) returnFocus(trail, history.location.pathname);
      });
    };
  }, [opened, history, overlays, entry]);

  return { isTop };
}
