// Small pages without an app: a heading, a sentence, and optionally a form.
import ar from '@tessera/phrases/ar/pages.json' with { type: 'json' };
import de from '@tessera/phrases/de/pages.json' with { type: 'json' };
import en from '@tessera/phrases/en/pages.json' with { type: 'json' };
import { directionOf, matchLanguage } from '@tessera/phrases/languages';
import { random } from '../../random.ts';
import { contentSecurityPolicy } from './security-headers.ts';
import type { Visit } from './visit.ts';

const phrases = { ar, de, en };
type Phrase = keyof typeof en;

const style = `body{font:15px/1.5 system-ui,sans-serif;color-scheme:light dark;max-width:24rem;margin:20vh auto 0;
padding:0 1.5rem;text-align:center;overflow-wrap:anywhere}h1{font-size:1.25rem;font-weight:600}
button,a{display:block;box-sizing:border-box;width:100%;padding:.7rem 1rem;margin-top:.75rem;border-radius:.5rem;
border:1px solid;font:inherit;font-weight:500;text-decoration:none;cursor:pointer;color:inherit;background:none}
button{color:Canvas;background:CanvasText;border-color:CanvasText}`;

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

export const plainPage = (
  { languages }: Pick<Visit, 'languages'>,
  options: {
    title: Phrase;
    text?: Phrase;
    body?: string | ((say: (key: Phrase) => string) => string);
    /** The form to submit at once; `true` for the one of the provider. */
    submit?: boolean | string;
    choices?: (say: (key: Phrase) => string) => string;
  },
) => {
  const language = matchLanguage(languages, Object.keys(phrases) as (keyof typeof phrases)[]) ?? 'en';
  const say = (key: Phrase) => phrases[language][key];
  const nonce = random.nonce();
  // Without scripts, the user clicks the button.
  const submitting = options.submit
    ? `<script nonce="${nonce}">document.forms[0].submit()</script>
<noscript><button type="submit" form="${options.submit === true ? 'op.logoutForm' : options.submit}">${say('continue')}</button></noscript>`
    : '';
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,"><title>${say(options.title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${say(options.title)}</h1>${options.text ? `<p>${say(options.text)}</p>` : ''}
${typeof options.body === 'function' ? options.body(say) : (options.body ?? '')}${options.choices?.(say) ?? ''}${submitting}</main></body></html>`;
  // Sign-out redirects to the application, and browsers apply `form-action` to redirects, too.
  const isFormLeaving = Boolean(options.submit || options.choices);
  return { html, headers: { 'Content-Security-Policy': contentSecurityPolicy({ nonce, isFormLeaving }) } };
};
