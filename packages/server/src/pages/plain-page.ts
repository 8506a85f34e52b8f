// Small pages that need no application: a heading, a sentence, perhaps a form that submits itself.
import ar from '@tessera/phrases/ar/pages.json' with { type: 'json' };
import de from '@tessera/phrases/de/pages.json' with { type: 'json' };
import en from '@tessera/phrases/en/pages.json' with { type: 'json' };
import { directionOf, matchLanguage } from '@tessera/phrases/languages';
import type { Visit } from '../http/visit.ts';
import { random } from '../random.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const phrases = { ar, de, en };
type Phrase = keyof typeof en;

const style = `body{font:15px/1.5 system-ui,sans-serif;color-scheme:light dark;max-width:24rem;margin:20vh auto 0;
padding:0 1.5rem;text-align:center}h1{font-size:1.25rem;font-weight:600}`;

export const plainPage = (
  { languages }: Pick<Visit, 'languages'>,
  options: { title: Phrase; text?: Phrase; body?: string; submit?: boolean },
) => {
  const language = matchLanguage(languages, Object.keys(phrases) as (keyof typeof phrases)[]) ?? 'en';
  const say = (key: Phrase) => phrases[language][key];
  const nonce = random.nonce();
  // A person without scripts presses the button.
  const submitting = options.submit
    ? `<script nonce="${nonce}">document.forms[0].submit()</script>
<noscript><button type="submit" form="op.logoutForm">${say('continue')}</button></noscript>`
    : '';
  const html = `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say(options.title)}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${say(options.title)}</h1>${options.text ? `<p>${say(options.text)}</p>` : ''}
${options.body ?? ''}${submitting}</main></body></html>`;
  return { html, headers: { 'Content-Security-Policy': contentSecurityPolicy({ nonce }) } };
};
