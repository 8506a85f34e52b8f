// Asks before somebody leaves a page with unsaved changes: by a link, by the browser's buttons, or by closing the tab.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from './confirm.tsx';

type Guard = {
  active: boolean;
  /** Pages below this path share the unsaved changes, so going from one to another is free. */
  within?: string;
  /** Somebody leaves although they were asked. */
  onLeave?: () => void;
};

const indexOf = ({ state }: { state: object }) =>
  '__TSR_index' in state && typeof state.__TSR_index === 'number' ? state.__TSR_index : 0;

export function useLeaveGuard({ active, within, onLeave }: Guard) {
  const { t } = useTranslation();
  const { confirm } = useConfirm();
  const { history } = useRouter();
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
        if (nextLocation.pathname === currentLocation.pathname) return false;
        if (within !== undefined && nextLocation.pathname.startsWith(`${within}/`)) return false;
        const free = { ignoreBlocker: true };
        const { href, state } = nextLocation;
        // Blocked at once and gone on with afterwards: until then the address is that of the page one sees, however
        // often somebody presses the back button.
        void ask(() => {
          if (action === 'PUSH') history.push(href, state, free);
          else if (action === 'REPLACE') history.replace(href, state, free);
          else history.go(indexOf(nextLocation) - indexOf(currentLocation), free);
        });
        return true;
      },
    });
  }, [active, history, within]);
}
