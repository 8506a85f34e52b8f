// The HTML of the two apps, with what the server knows put in: settings, texts, and a nonce for each answer.
import type { Addresses } from '../addresses.ts';
import { captchaSources } from '../captcha/read.ts';
import { customUiHeaders } from '../custom-ui/serve-files.ts';
import type { Visit } from '../http/visit.ts';
import { random } from '../random.ts';
import type { Services } from '../services.ts';
import { version } from '../version.ts';
import { phrasesFor } from '../well-known/phrases.ts';
import { readPage } from './assets.ts';
import { commonHeaders, contentSecurityPolicy } from './security-headers.ts';

export type PageProblem = { code: string; message: string; description?: string | undefined };
export type Html = { html: string; headers: Record<string, string> };

/** JSON that can stand inside a script element whatever it contains. */
const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const fill = (template: string, values: Record<string, unknown>, nonce: string) =>
  Object.entries(values)
    .reduce((html, [name, value]) => html.replace(`"__${name}__"`, () => scriptJson(value)), template)
    .replaceAll('__NONCE__', nonce);

/** Pages that do not say where they want the facts get them before everything else. */
const withPlaces = (index: string) => {
  if (index.includes('"__SSR__"')) return index;
  const script = '<script>window.__ssr="__SSR__";window.__base="__BASE__";window.__ns="__NS__";</script>';
  const head = /<head(\s[^>]*)?>/i;
  return head.test(index) ? index.replace(head, (tag) => tag + script) : script + index;
};

const originsOf = (urls: unknown[]): string[] => [
  ...new Set(
    urls.flatMap((url) => {
      const { origin = 'null' } = URL.parse(String(url)) ?? {};
      return origin === 'null' ? [] : [origin];
    }),
  ),
];

/** The prompt by which Google offers to sign somebody in. */
const oneTapSource = 'https://accounts.google.com/gsi/';

export type Pages = Awaited<ReturnType<typeof createPages>>;

export const createPages = async (parts: {
  services: Pick<Services, 'settings' | 'signInExperiences' | 'customPhrases' | 'wire'>;
  addresses: Addresses;
}) => {
  const { addresses } = parts;
  const { settings, signInExperiences, customPhrases, wire } = parts.services;
  const templates = {
    console: await readPage('console', 'index.html'),
    signIn: await readPage('sign-in', 'index.html'),
    demoApp: await readPage('sign-in', 'demo-app.html'),
  };
  const headers = (policy: string) => ({
    ...commonHeaders(settings),
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Content-Type': 'text/html; charset=utf-8',
  });

  const tenantPage = async (
    template: string,
    visit: Visit,
    tenantId: string,
    more: {
      appId?: string;
      organizationId?: string;
      uiLocales?: string;
      error?: PageProblem;
      /** In a frame of the console, and shown by its messages alone. */
      isPreview?: boolean;
    } = {},
  ): Promise<Html> => {
    const { appId, organizationId, uiLocales, error, isPreview } = more;
    const { consoleOrigin } = addresses;
    const data = await signInExperiences.shown(tenantId, appId, organizationId);
    const asked = uiLocales?.split(' ') ?? [];
    const { language, phrases } = phrasesFor(
      asked,
      data.languageInfo,
      visit.languages,
      await customPhrases.of(tenantId),
    );
    const nonce = random.nonce();
    const html = fill(
      template,
      {
        SSR: {
          signInExperience: { ...(appId && { appId }), ...(organizationId && { organizationId }), data },
          phrases: { lng: language, data: phrases },
          ...(error && { error }),
          ...(isPreview && { preview: { origin: consoleOrigin } }),
        },
        BASE: addresses.pathOf(addresses.at(visit.place)),
        NS: wire.namespace,
      },
      nonce,
    );
    const foreign = [
      ...(data.captchaConfig ? captchaSources(data.captchaConfig) : []),
      ...(data.googleOneTap ? [oneTapSource] : []),
    ];
    const policy = contentSecurityPolicy({
      nonce,
      imageSources: ['https:', ...originsOf(Object.values(data.branding))],
      foreignScripts: foreign,
      // On phones, people read them without leaving the page.
      framed: originsOf([data.termsOfUseUrl, data.privacyPolicyUrl]),
      ...(isPreview && { frameAncestors: ["'self'", consoleOrigin] }),
      ...(data.googleOneTap && { foreignStyles: [oneTapSource] }),
    });
    return { html, headers: headers(policy) };
  };

  return {
    signIn: (visit: Visit, tenantId: string, more?: Parameters<typeof tenantPage>[3]) =>
      tenantPage(templates.signIn, visit, tenantId, more),
    /** Pages that the tenant brought itself, with the same facts in them. */
    own: async (index: string, visit: Visit, tenantId: string, more?: Parameters<typeof tenantPage>[3]) => {
      const { html, headers: ours } = await tenantPage(withPlaces(index), visit, tenantId, more);
      return { html, headers: { ...ours, ...customUiHeaders({ settings }) } };
    },
    demoApp: (visit: Visit, tenantId: string) => tenantPage(templates.demoApp, visit, tenantId),
    console: (): Html => {
      const nonce = random.nonce();
      const config = {
        edition: settings.edition,
        version,
        namespace: wire.namespace,
        base: addresses.consoleBase,
        origin: addresses.consoleOrigin,
        adminEndpoint: addresses.tenant('admin'),
        // The cloud console serves all tenants, and puts the id of the one it shows into this address.
        tenantEndpoint: addresses.tenant(settings.edition === 'oss' ? 'default' : '{tenantId}'),
        devFeatures: settings.devFeatures,
        releases: settings.releases,
        help: settings.help,
      };
      const { info } = settings.releases;
      const tenants = settings.tenantEndpoint?.replace('{tenantId}', '*') ?? settings.endpoint;
      const reached = [addresses.consoleOrigin, settings.endpoint, tenants, ...(info ? [new URL(info).origin] : [])];
      const connect = [...new Set(reached)].join(' ');
      const framed = [...new Set([settings.endpoint, tenants])].join(' ');
      const common = contentSecurityPolicy({ nonce, imageSources: ['https:', tenants], inlineStyleAttributes: true });
      const policy = `${common}; connect-src 'self' ${connect}; frame-src 'self' ${framed}`;
      return { html: fill(templates.console, { CONFIG: config }, nonce), headers: headers(policy) };
    },
  };
};
