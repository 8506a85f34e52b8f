// The built-in languages, and language negotiation.

export const languages = [
  { tag: 'ar', name: 'العربية', direction: 'rtl' },
  { tag: 'de', name: 'Deutsch', direction: 'ltr' },
  { tag: 'en', name: 'English', direction: 'ltr' },
  { tag: 'es', name: 'Español', direction: 'ltr' },
  { tag: 'fr', name: 'Français', direction: 'ltr' },
  { tag: 'it', name: 'Italiano', direction: 'ltr' },
  { tag: 'ja', name: '日本語', direction: 'ltr' },
  { tag: 'ko', name: '한국어', direction: 'ltr' },
  { tag: 'pl-PL', name: 'Polski', direction: 'ltr' },
  { tag: 'pt-BR', name: 'Português (Brasil)', direction: 'ltr' },
  { tag: 'pt-PT', name: 'Português (Portugal)', direction: 'ltr' },
  { tag: 'ru', name: 'Русский', direction: 'ltr' },
  { tag: 'th', name: 'ไทย', direction: 'ltr' },
  { tag: 'tr-TR', name: 'Türkçe', direction: 'ltr' },
  { tag: 'uk-UA', name: 'Українська', direction: 'ltr' },
  { tag: 'zh-CN', name: '简体中文', direction: 'ltr' },
  { tag: 'zh-HK', name: '繁體中文（香港）', direction: 'ltr' },
  { tag: 'zh-TW', name: '繁體中文（台灣）', direction: 'ltr' },
] as const satisfies readonly { tag: string; name: string; direction: Direction }[];

/** Languages with texts. */
export const translatedLanguages = languages.filter(({ tag }) => tag === 'ar' || tag === 'de' || tag === 'en');

export type Direction = 'ltr' | 'rtl';
export type LanguageTag = (typeof languages)[number]['tag'];

// Tenants can add languages, so the direction depends on the base language rather than the list above.
export const directionOf = (tag: string): Direction =>
  /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)(-|_|$)/i.test(tag) ? 'rtl' : 'ltr';

/** A language's own name; for languages that are not built in, from the platform. */
export const nativeName = (tag: string): string => {
  const ours = languages.find((language) => language.tag === tag)?.name;
  if (ours) return ours;
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag);
    return name ? name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) : tag;
  } catch {
    return tag;
  }
};

type Known = { language: string; script: string | undefined; region: string | undefined };

// `zh-HK` lacks a script; maximized, it matches `zh-TW` rather than `zh-CN`.
function fillIn(tag: string): Known | undefined {
  try {
    const { language, script, region } = new Intl.Locale(tag.replaceAll('_', '-')).maximize();
    return { language, script, region };
  } catch {
    return undefined;
  }
}

/** The best available language: requested ones in order, each by exact match, then by language, script and region. */
export function matchLanguage<Tag extends string>(
  wanted: readonly string[],
  available: readonly Tag[],
): Tag | undefined {
  for (const wish of wanted) {
    const exact = available.find((tag) => tag.toLowerCase() === wish.replaceAll('_', '-').toLowerCase());
    if (exact !== undefined) return exact;
    const known = fillIn(wish);
    if (!known) continue;
    let best: { tag: Tag; score: number } | undefined;
    for (const tag of available) {
      const candidate = fillIn(tag);
      if (!candidate || candidate.language !== known.language) continue;
      const score = (candidate.script === known.script ? 2 : 0) + (candidate.region === known.region ? 1 : 0);
      if (!best || score > best.score) best = { tag, score };
    }
    if (best) return best.tag;
  }
  return undefined;
}

const maxHeaderLength = 1024;
const maxWishes = 20;

/** The languages of an Accept-Language header, most preferred first, without invalid tags. */
export function parseAcceptLanguage(header: string | undefined): string[] {
  const wishes: { tag: string; quality: number }[] = [];
  for (const part of (header ?? '').slice(0, maxHeaderLength).split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
    if (!/^[a-z]{2,8}([-_][a-z0-9]{1,8}){0,5}$/i.test(tag)) continue;
    const weight = parameters.find((text) => /^q\s*=/i.test(text))?.replace(/^q\s*=\s*/i, '');
    const quality = weight === undefined ? 1 : /^[01](\.\d*)?$/.test(weight) ? Math.min(1, Number(weight)) : 0;
    if (quality > 0) wishes.push({ tag, quality });
  }
  return wishes
    .sort((one, other) => other.quality - one.quality)
    .slice(0, maxWishes)
    .map(({ tag }) => tag);
}
