// Common steps of all flows: start, send a code, identify, and submit the interaction, which redirects to the
// application.
import type { Address, InteractionEvent } from '@tessera/contract/experience';
import { Problem } from '../api.ts';
import { useApp } from '../app-context.ts';
import { storeFactor } from '../boot/last-factor.ts';
import { storeMethod } from '../boot/last-method.ts';
import type { CodeFlow } from '../boot/session-store.ts';
import { loadPart } from '../new-release.ts';
import { announceSignIn } from '../other-tabs.ts';
import { canOfferPasskey } from './passkey-support.ts';

const events = { 'sign-in': 'SignIn', register: 'Register', 'forgot-password': 'ForgotPassword' } as const;

export const useInteraction = () => {
  const app = useApp();
  const { api, page, path, store, settings, go, leave, succeed, t, theme, language } = app;

  /** Runs the CAPTCHA, if enabled. */
  const proveToBePerson = async (): Promise<string | undefined> => {
    const { captchaConfig } = settings;
    if (!captchaConfig) return undefined;
    try {
      const { captchaToken } = await loadPart(app, () => import('../captcha.ts'));
      return await captchaToken(captchaConfig, { theme, language, label: t('description.captcha') });
    } catch {
      throw new Problem('session.captcha_failed', t('error.captcha_failed'));
    }
  };

  /** External sign-ins and one-time links need no CAPTCHA. */
  const start = async (interactionEvent: InteractionEvent, howWatched: 'here' | 'elsewhere' = 'here') => {
    const token = howWatched === 'here' ? await proveToBePerson() : undefined;
    await api('PUT', '/experience', { interactionEvent, ...(token && { captchaToken: token }) });
    for (const name of ['mfa-code', 'remember-device', 'continue-at', 'known-elsewhere', 'sign-in-method'] as const)
      store.set(name, undefined);
    store.set('interaction-event', interactionEvent);
  };
  /** Switches the event; existing verifications stay valid. */
  const switchTo = async (interactionEvent: InteractionEvent) => {
    await api('PUT', '/experience/interaction-event', { interactionEvent });
    store.set('interaction-event', interactionEvent);
  };
  const identify = (verificationId?: string) =>
    api('POST', '/experience/identification', verificationId ? { verificationId } : {});
  const submit = async () => {
    const canCreatePasskey = await canOfferPasskey(settings);
    const rememberDevice = store.get('remember-device') ?? false;
    const answer = await api('POST', '/experience/submit', { canCreatePasskey, rememberDevice });
    const [, factor] = /^\/mfa-verification\/(\w+)$/.exec(path) ?? [];
    if (factor) storeFactor(page, factor);
    if (!answer?.redirectTo) return;
    const method = store.get('sign-in-method');
    if (method) storeMethod(page, method);
    announceSignIn(page);
    // Third-party applications ask for consent next.
    await (settings.application?.isThirdParty ? leave : succeed)(answer.redirectTo);
  };
  const finish = async (verificationId?: string) => {
    await identify(verificationId);
    await submit();
  };
  /** Continues after profile data was added: a registration has no user yet, so it needs another identification. */
  const resume = () => (store.get('interaction-event') === 'Register' ? finish() : submit());

  const sendCode = async (flow: CodeFlow, identifier: Address) => {
    const isOnTheWay = flow === 'continue' || flow === 'mfa-binding';
    const interactionEvent = isOnTheWay ? (store.get('interaction-event') ?? 'SignIn') : events[flow];
    const path = '/experience/verification/verification-code';
    const { verificationId } = await api('POST', path, { identifier, interactionEvent });
    store.set('sent-code', { flow, identifier, verificationId, at: Date.now() });
  };
  /** Starts the flow, sends the code and shows the page to enter it. */
  const startWithCode = async (flow: CodeFlow, identifier: Address) => {
    if (flow !== 'continue' && flow !== 'mfa-binding') {
      await start(events[flow]);
      store.set('sign-in-method', 'code');
    }
    await sendCode(flow, identifier);
    go(`/${flow}/verification-code`);
  };
  return { start, switchTo, identify, submit, finish, resume, sendCode, startWithCode };
};
