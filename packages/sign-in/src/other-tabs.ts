// A completed sign-in is announced to the other tabs of the browser, where pending ones continue without another one.
import { useEffect, useRef } from 'react';
import type { Page } from './boot/page.ts';
import type { SessionStore } from './boot/session-store.ts';
import { leaveTo } from './leave.ts';

const channelOf = ({ namespace, base }: Page) =>
  'BroadcastChannel' in window ? new BroadcastChannel(`${namespace}:${base}:signed-in`) : undefined;

/** Call it when the browser leaves to complete the sign-in. */
export const announceSignIn = (page: Page) => {
  const channel = channelOf(page);
  channel?.postMessage(null);
  channel?.close();
};

/** The session begins a moment after the announcement. */
const settleMs = 1500;

/** Users decide on these pages, which belong to a session already; and a link continues in the tab that it is for. */
const staysOpen = (path: string) =>
  ['/consent', '/switch-account', '/sign-in/link'].includes(path) || path.startsWith('/oidc/device');

export const useOtherTabs = (page: Page, store: SessionStore, path: string) => {
  const current = useRef(path);
  current.current = path;
  useEffect(() => {
    const channel = channelOf(page);
    const proceed = () => {
      const request = store.get('request');
      if (request && !staysOpen(current.current)) void leaveTo(request);
    };
    const whenVisible = () => {
      if (document.visibilityState === 'visible') proceed();
      else document.addEventListener('visibilitychange', proceed, { once: true });
    };
    channel?.addEventListener('message', () => setTimeout(whenVisible, settleMs));
    return () => channel?.close();
  }, [page, store]);
};
