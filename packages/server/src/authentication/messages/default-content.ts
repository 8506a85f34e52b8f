// The default message of each type: plain text, and for email also HTML with the tenant's logo and color.
import type { Content, DefaultLook, MessagePayload } from '@tessera/connectors/connector';
import { escapeHtml } from '@tessera/connectors/template';
import { type BrandColors, brandColors } from '@tessera/contract/brand-colors';
import { darkPrimaryColor, isHexColor } from '@tessera/contract/colors';
import type { TemplateType } from '@tessera/contract/messages';
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import { directionOf } from '@tessera/phrases/languages';
import { emailTexts, messageText } from '@tessera/phrases/messages';

type Branding = Pick<SignInExperience, 'branding' | 'color'>;
type ButtonColors = Pick<BrandColors, 'fill' | 'onFill'>;
type Values = { code: string; link: string; organization: string };

const valuesOf = ({ code = '', link = '', organization }: MessagePayload): Values => ({
  code,
  link,
  organization: (organization as { name?: string } | undefined)?.name ?? '',
});

/** Mail programs load nothing else, and a link must not run a script. */
const isWebUrl = (url: string | undefined): url is string => /^https?:\/\//i.test(url ?? '');
/** The variable is safe where it is filled in. */
const isSafeLink = (link: string) =>
  link === '{{link}}' || (/^[a-z][a-z\d+.-]*:/i.test(link) && !/^(javascript|data|vbscript):/i.test(link));

const logoOf = ({ branding, color }: Branding, logoUrl = branding.logoUrl): string => {
  if (!isWebUrl(logoUrl)) return '';
  const dark = color.isDarkModeEnabled && logoUrl === branding.logoUrl ? branding.darkLogoUrl : undefined;
  const source = isWebUrl(dark)
    ? `<source media="(prefers-color-scheme: dark)" srcset="${escapeHtml(URL.parse(dark)?.href ?? '')}">`
    : '';
  const style = 'display:block;height:40px;max-width:240px;margin-bottom:24px';
  return `<picture>${source}<img src="${escapeHtml(logoUrl)}" alt="" height="40" style="${style}"></picture>`;
};

const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${text}</p>`;
const muted = 'font-size:14px;opacity:.75';

const codeBlock = (code: string) =>
  `<p class="code" dir="ltr" style="margin:0 0 16px;padding:16px;border-radius:8px;background:#f2f4f7;text-align:center;font:600 28px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:.2em">${code}</p>`;

const button = (link: string, action: string, { fill, onFill }: ButtonColors) =>
  `<p style="margin:0 0 16px"><a class="button" href="${link}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${fill};color:${onFill};font-weight:600;text-decoration:none">${action}</a></p>`;

const darkStyle = ({ fill, onFill }: ButtonColors) =>
  `@media (prefers-color-scheme:dark){body,.page{background:#15171c!important;color:#e8eaed!important}.code{background:#262a31!important}.button{background:${fill}!important;color:${onFill}!important}a{color:inherit}}`;

const htmlOf = (
  type: TemplateType,
  payload: MessagePayload,
  languages: readonly string[],
  look: Branding & DefaultLook,
) => {
  const { code, link, organization } = valuesOf(payload);
  const [shownCode, shownLink] = [escapeHtml(code), escapeHtml(link)];
  // Names are user input.
  const texts = emailTexts(type, languages, {
    code: shownCode,
    link: shownLink,
    organization: escapeHtml(organization),
  });
  const { primaryColor, isDarkModeEnabled, darkPrimaryColor: ownDark } = look.color;
  const color = isHexColor(primaryColor) ? primaryColor : '#5d34f2';
  const dark = isHexColor(ownDark) ? ownDark : darkPrimaryColor(color);
  // Not all messages of a type with a code have a link.
  const onlyWithLink = (part: string) => (code && link === '{{link}}' ? `{{#link}}${part}{{/link}}` : part);
  const body = [
    logoOf(look, look.logoUrl),
    paragraph(texts.lead),
    code && codeBlock(shownCode),
    texts.action && code && isSafeLink(link) && onlyWithLink(paragraph(texts.or)),
    texts.action && isSafeLink(link) && onlyWithLink(button(shownLink, texts.action, brandColors(color, 'light'))),
    paragraph(texts.note, muted),
    link &&
      onlyWithLink(
        paragraph(`${texts.link}<br><span dir="ltr" style="word-break:break-all">${shownLink}</span>`, muted),
      ),
    look.footer && paragraph(escapeHtml(look.footer), muted),
  ];
  return [
    `<!doctype html><html lang="${texts.language}" dir="${directionOf(texts.language)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="color-scheme" content="${isDarkModeEnabled ? 'light dark' : 'light'}">`,
    isDarkModeEnabled && `<style>${darkStyle(brandColors(dark, 'dark'))}</style>`,
    '</head><body style="margin:0;background:#fff">',
    '<div class="page" style="max-width:480px;margin:0 auto;padding:32px 24px;color:#1f2328;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">',
    ...body,
    '</div></body></html>',
  ]
    .filter(Boolean)
    .join('\n');
};

type Order = { channel: 'Email' | 'Sms'; type: TemplateType; payload: MessagePayload };

export const defaultContent = (
  { channel, type, payload }: Order,
  languages: readonly string[],
  branding: Branding,
  look: DefaultLook = {},
): Content => {
  const values = valuesOf(payload);
  const content = messageText(type, 'content', languages, values);
  const text = look.footer ? `${content}\n\n${look.footer}` : content;
  if (channel === 'Sms') return { subject: '', text };
  const subject = messageText(type, 'subject', languages, values);
  return { subject, text, html: htmlOf(type, payload, languages, { ...branding, ...look }) };
};
