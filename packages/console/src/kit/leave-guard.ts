// Asks before unsaved changes are lost: by a link, the browser's buttons or closing the tab.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from './confirm.tsx';
import { useOverlays } from './overlays.tsx';

type Guard = {
  active: boolean;
  /** Pages below this path share the unsaved changes, so switching between them needs no prompt. */
  within?: string;
  /** Called when the user leaves despite the prompt. */
  onLeave?: () => void;
};

const indexOf = ({ state }: { state: object }) =>
  '__TSR_index' in state && typeof state.__TSR_index === 'number' ? state.__TSR_index : 0;

export function useLeaveGuard({ active, within, onLeave }: Guard) {
  const { t } = useTranslation();
  const { confirm } = useConfirm();
  const { history } = useRouter();
  const overlays = useOverlays();
  const asking = useRef(false);

  const ask = useEffectEvent(async (leave: () => void) => {
    if (asking.current) return;
    asking.current = true;
    const agreed = await confirm({
      title: t('unsaved.title'),
      text: t('unsaved.text'),
      confirmLabel: t('unsaved.leave'),
      cancelLabel: t('unsaved.stay'),
      danger: true,
    });
    asking.current = false;
    if (!agreed) return;
    onLeave?.();
    leave();
  });

  useEffect(() => {
    if (!active) return;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ currentLocation, nextLocation, action }) => {
        // The topmost dialog handles Back.
        if (action === 'BACK' && overlays.open.length > 0) return false;
        if (nextLocation.pathname === currentLocation.pathname) return false;
        if (within !== undefined && nextLocation.pathname.startsWith(`${within}/`)) return false;
        const free = { ignoreBlocker: true };
        const { href, state } = nextLocation;
        // Block first and continue after confirmation, so the URL keeps matching the page even if Back is pressed
        // repeatedly.
        void ask(() => {
          if (action === 'PUSH') history.push(href, state, free);
          else if (action === 'REPLACE') history.replace(href, state, free);
          else history.go(indexOf(nextLocation) - indexOf(currentLocation), free);
        });
        return true;
      },
    });
  }, [active, history, overlays, within]);
}
