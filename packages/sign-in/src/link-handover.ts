// A link from an email opens a new tab, but applications often keep the state of a sign-in in the tab that started it. So
// that tab enters the code, if it is still open.
import { useEffect, useRef } from 'react';
import { useApp } from './app-context.ts';
import type { Page } from './boot/page.ts';

type Offer = { verificationId: string; code: string };
type Message = { offer?: Offer; taken?: string };

const channelOf = ({ namespace, base }: Page) =>
  'BroadcastChannel' in window ? new BroadcastChannel(`${namespace}:${base}:link-code`) : undefined;

/** Tabs answer at once, unless the browser has suspended them. */
const answerMs = 700;

/** Whether another tab of this browser has taken the code. */
export const offerCode = (page: Page, offer: Offer): Promise<boolean> =>
  new Promise((resolve) => {
    const channel = channelOf(page);
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      channel?.close();
      resolve(isTaken);
    };
    const timer = setTimeout(() => end(false), channel ? answerMs : 0);
    channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.taken === offer.verificationId) end(true);
    });
    channel?.postMessage({ offer } satisfies Message);
  });

/** Takes the code of this verification from the tab with the link. */
export const useOfferedCode = (verificationId: string | undefined, enter: (code: string) => void) => {
  const { page } = useApp();
  const latest = useRef(enter);
  latest.current = enter;
  useEffect(() => {
    if (!verificationId) return;
    const channel = channelOf(page);
    channel?.addEventListener('message', ({ data: { offer } }: MessageEvent<Message>) => {
      if (offer?.verificationId !== verificationId) return;
      channel.postMessage({ taken: verificationId } satisfies Message);
      latest.current(offer.code);
    });
    return () => channel?.close();
  }, [page, verificationId]);
};
