// The steps that flows have in common: beginning, sending a code, saying who it is, and the submission that completes the
// interaction and leads to the application.
import type { Address, InteractionEvent } from '@tessera/contract/experience';
import { Problem } from '../api.ts';
import { useApp } from '../app-context.ts';
import type { CodeFlow } from '../boot/session-store.ts';
import { loadPart } from '../new-release.ts';

const events = { 'sign-in': 'SignIn', register: 'Register', 'forgot-password': 'ForgotPassword' } as const;

export const useInteraction = () => {
  const app = useApp();
  const { api, store, settings, go, leave, t, theme, language } = app;

  /** By a captcha, where the tenant wants one. */
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

  /** Whoever is looked at elsewhere, or was sent a link, does not have to prove here to be a person. */
  const start = async (interactionEvent: InteractionEvent, howWatched: 'here' | 'elsewhere' = 'here') => {
    const token = howWatched === 'here' ? await proveToBePerson() : undefined;
    await api('PUT', '/experience', { interactionEvent, ...(token && { captchaToken: token }) });
    for (const name of ['mfa-code', 'continue-at', 'known-elsewhere'] as const) store.set(name, undefined);
    store.set('interaction-event', interactionEvent);
  };
  /** What was proved so far stays proved. */
  const switchTo = async (interactionEvent: InteractionEvent) => {
    await api('PUT', '/experience/interaction-event', { interactionEvent });
    store.set('interaction-event', interactionEvent);
  };
  const identify = (verificationId?: string) =>
    api('POST', '/experience/identification', verificationId ? { verificationId } : {});
  const submit = async () => {
    const answer = await api('POST', '/experience/submit');
    if (answer?.redirectTo) await leave(answer.redirectTo);
  };
  const finish = async (verificationId?: string) => {
    await identify(verificationId);
    await submit();
  };
  /** Goes on after something has been added to the profile: whoever registers does not exist before that. */
  const resume = () => (store.get('interaction-event') === 'Register' ? finish() : submit());

  const sendCode = async (flow: CodeFlow, identifier: Address) => {
    const isOnTheWay = flow === 'continue' || flow === 'mfa-binding';
    const interactionEvent = isOnTheWay ? (store.get('interaction-event') ?? 'SignIn') : events[flow];
    const path = '/experience/verification/verification-code';
    const { verificationId } = await api('POST', path, { identifier, interactionEvent });
    store.set('sent-code', { flow, identifier, verificationId, at: Date.now() });
  };
  /** From the page that asks for an address to the one that asks for the code. */
  const startWithCode = async (flow: CodeFlow, identifier: Address) => {
    if (flow !== 'continue' && flow !== 'mfa-binding') await start(events[flow]);
    await sendCode(flow, identifier);
    go(`/${flow}/verification-code`);
  };
  return { start, switchTo, identify, submit, finish, resume, sendCode, startWithCode };
};
