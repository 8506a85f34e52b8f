// Return from an external identity provider: signs the user in, links the account or registers it.
import { useEffect, useRef } from 'react';
import { Problem } from '../api.ts';
import { useApp } from '../app-context.ts';
import type { Related } from '../boot/session-store.ts';
import { useTerms } from '../kit/terms.tsx';
import { type Expected, useFlow } from '../kit/use-flow.ts';
import { mayRegister } from '../sign-in-methods.ts';
import type { ConnectorKind } from './external-sign-in.ts';
import { useInteraction } from './interaction.ts';

/** Reads the query and removes it from the URL, so that it is neither visible nor resent on reload. */
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

export const useArrival = (kind: ConnectorKind, connectorId: string) => {
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
  /** Unknown identity: link it to the account with the same identifier, ask the user, or register. */
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
