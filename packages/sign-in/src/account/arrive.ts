// What to show when an account page is opened, from its URL and the stored sign-in.
import type { OwnAccount } from '@tessera/contract/account';
import { Problem } from '../api.ts';
import type { Page, Settings } from '../boot/page.ts';
import { webLink } from '../leave.ts';
import { reasonOf } from '../oidc-client.ts';
import { createAccountApi } from './account-api.ts';
import type { AccountSession, Tokens } from './account-session.ts';
import type { SignInLink } from './sign-in-link.ts';

export type Arrival =
  | { at: 'starting' }
  | { at: 'ready'; tokens: Tokens; account: OwnAccount }
  | {
      at: 'off' | 'signed_out' | 'deleted' | 'failed' | 'link' | 'bad_link';
      /** Of a failure. */
      reason?: string;
      link?: SignInLink;
    };

const pathBelow = (base: string) => location.pathname.slice(base.length).replace(/\/+$/, '');

const signIn = async (session: AccountSession, at: string): Promise<Arrival> => {
  await session.start(at);
  return { at: 'starting' };
};

const enter = async (page: Page, session: AccountSession, language: string): Promise<Arrival> => {
  const finished = await session.finish(new URLSearchParams(location.search));
  // The URL of an earlier sign-in, such as after going back.
  if (!finished) return signIn(session, '/account');
  const { tokens, at } = finished;
  history.replaceState(null, '', `${page.base}${at}`);
  // Navigation follows the history only when it is told to.
  dispatchEvent(new PopStateEvent('popstate'));
  const account = await createAccountApi(page, tokens.accessToken, language).call('GET', '/my-account');
  return { at: 'ready', tokens, account };
};

export const arrive = async (
  { page, settings }: { page: Page; settings: Settings },
  session: AccountSession,
  language: string,
): Promise<Arrival> => {
  const path = pathBelow(page.base);
  const { accountCenter, returnTo } = page.injected ?? {};
  const isOnTheWay = /^\/account\/(callback|signed-out|deleted)$/.test(path);
  // The server has checked it; a page without one forgets that of an earlier visit.
  if (!isOnTheWay) session.store.set('return-to', returnTo);
  // Links work without the account pages, since they can lead to an application.
  const isLink = path === '/account/link';
  if (!isLink && path !== '/account/callback' && !accountCenter?.enabled) return { at: 'off' };
  if (path === '/account/signed-out') return { at: 'signed_out' };
  if (path === '/account/deleted') return { at: 'deleted' };
  try {
    // The server derives the URL from the settings of the application.
    if (isLink) return (await import('./sign-in-link.ts')).arriveByLink(webLink(settings.application?.homeUrl));
    if (path === '/account/callback') return await enter(page, session, language);
    return await signIn(session, `${path}${location.search}`);
  } catch (error) {
    if (error instanceof Problem && error.code === 'account_center.not_enabled') return { at: 'off' };
    return { at: 'failed', reason: reasonOf(error) || (error instanceof Problem ? error.message : '') };
  }
};
