// Gets a CAPTCHA token when an attempt begins. The provider's script is loaded then.
import type { PublicCaptchaConfig } from '@tessera/contract/captcha-provider';

type Turnstile = {
  render: (place: HTMLElement, options: Record<string, unknown>) => string;
  remove: (widget: string) => void;
};
type Recaptcha = {
  enterprise: {
    ready: (work: () => void) => void;
    execute: (siteKey: string, options: { action: string }) => Promise<string>;
  };
};
declare global {
  interface Window {
    turnstile?: Turnstile;
    grecaptcha?: Recaptcha;
  }
}

const action = 'interaction';
const patienceMs = 20_000;

const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The script did not load'));
    };
    setTimeout(reject, patienceMs, new Error('The script took too long'));
    document.head.append(script);
  });

type Look = { theme: string; language: string; label: string };

/** The provider decides whether to show a challenge, which has room below the form. */
const askTurnstile = async ({ siteKey, scriptOrigin }: PublicCaptchaConfig, { theme, language, label }: Look) => {
  if (!window.turnstile) await loadScript(`${scriptOrigin}/turnstile/v0/api.js?render=explicit`);
  const { turnstile } = window;
  if (!turnstile) throw new Error('The script brought nothing');
  const place = document.createElement('div');
  place.className = 'captcha';
  place.setAttribute('role', 'group');
  place.setAttribute('aria-label', label);
  (document.querySelector('main form') ?? document.querySelector('main'))?.append(place);
  let widget: string | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      widget = turnstile.render(place, {
        sitekey: siteKey,
        theme,
        language,
        action,
        callback: resolve,
        'error-callback': reject,
        'timeout-callback': reject,
        'unsupported-callback': reject,
      });
    });
  } finally {
    if (widget !== undefined) turnstile.remove(widget);
    place.remove();
  }
};

const askRecaptcha = async ({ siteKey, scriptOrigin }: PublicCaptchaConfig): Promise<string> => {
  if (!window.grecaptcha) {
    await loadScript(`${scriptOrigin}/recaptcha/enterprise.js?render=${encodeURIComponent(siteKey)}`);
  }
  const enterprise = window.grecaptcha?.enterprise;
  if (!enterprise) throw new Error('The script brought nothing');
  await new Promise<void>((resolve) => enterprise.ready(resolve));
  return enterprise.execute(siteKey, { action });
};

export const captchaToken = (config: PublicCaptchaConfig, look: Look): Promise<string> =>
  config.type === 'Turnstile' ? askTurnstile(config, look) : askRecaptcha(config);
