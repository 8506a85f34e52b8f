// Coming back from somebody else's sign-in: who the person is here, or how they become somebody here.
import { useEffect, useRef } from 'react';
import { Problem } from '../api.ts';
import { useApp } from '../app-context.ts';
import type { Related } from '../boot/session-store.ts';
import { useTerms } from '../kit/terms.tsx';
import { type Expected, useFlow } from '../kit/use-flow.ts';
import { mayRegister } from '../sign-in-methods.ts';
import type { Elsewhere } from './go-elsewhere.ts';
import { useInteraction } from './interaction.ts';

/** What an address brings is looked at once: it does not stay there, for others to see or for a reload to send again. */
export const takeQuery = (): Record<string, string> => {
  const query = Object.fromEntries(new URLSearchParams(location.search));
  history.replaceState(history.state, '', location.pathname);
  return query;
};

export const useOnce = (work: () => void) => {
  const done = useRef(false);
  useEffect(() => {
    if (done.current) return;
    done.current = true;
    work();
  });
};

export const useArrival = (kind: Elsewhere, connectorId: string) => {
  const { api, settings, store, go } = useApp();
  const { switchTo, identify, submit, finish } = useInteraction();
  const terms = useTerms('Register');
  const { run, busy, message, tell } = useFlow();
  const { automaticAccountLinking } = settings.socialSignIn;

  const register = async (verificationId: string) => {
    if (!mayRegister(settings)) return tell({ key: 'elsewhere.not_registered' });
    if (!(await terms.ensure())) return tell({ key: 'elsewhere.terms_needed' });
    await switchTo('Register');
    await finish(verificationId);
  };
  const link = async (verificationId: string) => {
    await api('POST', '/experience/identification', { verificationId, linkSocialIdentity: true });
    await submit();
  };
  /** Unknown here: linked to who owns their address, asked about that, or somebody new. */
  const meet = async (verificationId: string, related: Related | undefined) => {
    if (!related) return register(verificationId);
    if (automaticAccountLinking) return link(verificationId);
    store.set('related-user', related);
    store.set('verification-ids', { elsewhere: verificationId });
    go(`/social/link/${encodeURIComponent(connectorId)}`, { replace: true });
  };
  const enter = async (verificationId: string) => {
    store.set('known-elsewhere', true);
    try {
      await identify(verificationId);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'user.identity_not_exist') throw error;
      const { relatedUser } = (error.data ?? {}) as { relatedUser?: Related };
      return meet(verificationId, kind === 'social' ? relatedUser : undefined);
    }
    await submit();
  };
  const closed: Expected = { 'auth.forbidden': () => tell({ key: 'elsewhere.not_registered' }) };
  return { run, busy, message, tell, enter, link, register, dialog: terms.dialog, closed };
};
