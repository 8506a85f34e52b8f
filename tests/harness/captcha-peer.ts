// A CAPTCHA provider on this machine: the script that makes tokens, and the endpoint that verifies each once.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export const captchaSecret = 'the secret of the captcha';
export const captchaSiteKey = 'site-key-of-the-captcha';

const turnstileScript = (token: string) => `window.turnstile = {
  render(place, options) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'I am a person';
    button.onclick = () => options.callback(${JSON.stringify(token)});
    place.append(button);
    return 'widget';
  },
  remove() {},
};`;
const recaptchaScript = (token: string) => `window.grecaptcha = { enterprise: {
  ready: (work) => work(),
  execute: async (siteKey, { action }) => siteKey + '/' + action + '/' + ${JSON.stringify(token)},
} };`;

export type CaptchaPeer = Awaited<ReturnType<typeof startCaptchaPeer>>;

export const startCaptchaPeer = async () => {
  const state = { good: 'a good token', asked: [] as { url: string; body: Record<string, unknown> }[], score: 0.9 };
  const used = new Set<unknown>();
  const judge = (token: unknown) => {
    const isGood = typeof token === 'string' && token.endsWith(state.good) && !used.has(token);
    used.add(token);
    return isGood;
  };
  const server = createServer(async (request, response) => {
    const url = request.url ?? '';
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/javascript');
      return response.end(url.includes('turnstile') ? turnstileScript(state.good) : recaptchaScript(state.good));
    }
    const body = JSON.parse(await text(request)) as Record<string, unknown>;
    state.asked.push({ url, body });
    response.setHeader('content-type', 'application/json');
    if (url === '/turnstile/v0/siteverify') {
      const success = body.secret === captchaSecret && judge(body.response);
      return response.end(JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-input-response'] }));
    }
    const { token, siteKey, expectedAction } = (body.event ?? {}) as Record<string, unknown>;
    const isKnown = url.endsWith(`assessments?key=${new URLSearchParams({ k: captchaSecret }).toString().slice(2)}`);
    const valid = isKnown && siteKey === captchaSiteKey && judge(token);
    const answer = { tokenProperties: { valid, action: expectedAction }, riskAnalysis: { score: state.score } };
    return response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    state,
    /** Server settings that use it. */
    env: {
      TURNSTILE_ENDPOINT: url,
      RECAPTCHA_ENDPOINT: url,
      RECAPTCHA_SCRIPT_ENDPOINT: url,
      OUTBOUND_ALLOW: '127.0.0.1',
    },
    /** A new unused token; each works once. */
    renew: () => {
      state.good = `good ${state.asked.length} ${randomUUID()}`;
      return state.good;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
