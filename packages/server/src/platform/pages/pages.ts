// Renders the HTML of the console and the end-user pages with settings, phrases and a nonce.

import type { PublicAccountCenter, ReturnAddress } from '@tessera/contract/account-center';
import type { DevicePage } from '@tessera/contract/device-page';
import type { SignInExperience } from '@tessera/contract/sign-in-experience';
import type { Wire } from '@tessera/contract/wire';
import type { Addresses } from '../../addresses.ts';
import { captchaSources } from '../../authentication/captcha/cached-captcha.ts';
import type { CustomPhrases } from '../../authentication/custom-phrases/cached-custom-phrases.ts';
import { customUiHeaders } from '../../authentication/custom-ui/headers.ts';
import type { SignInExperiences } from '../../authentication/sign-in-experience/cached-sign-in-experiences.ts';
import { withoutMarkup } from '../../authentication/sign-in-experience/tenant-markup.ts';
import { phrasesFor } from '../../developer-tools/well-known/phrases.ts';
import { commonHeaders, contentSecurityPolicy } from '../../infrastructure/http/security-headers.ts';
import type { Visit } from '../../infrastructure/http/visit.ts';
import { random } from '../../random.ts';
import type { Settings } from '../../settings.ts';
import { version } from '../../version.ts';
import { readPage } from './assets.ts';

export type PageProblem = { code: string; message: string; description?: string | undefined };
/** Additional data of the account pages. */
export type AccountPage = { accountCenter: PublicAccountCenter; returnTo: ReturnAddress | undefined };
export type Html = { html: string; headers: Record<string, string> };

/** JSON that is safe inside a script element. */
const scriptJson = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const fill = (template: string, values: Record<string, unknown>, nonce: string) =>
  Object.entries(values)
    .reduce((html, [name, value]) => html.replace(`"__${name}__"`, () => scriptJson(value)), template)
    .replaceAll('__NONCE__', nonce);

/** The preload would be a warning in the browser's console. */
const withoutFont = (template: string) => template.replace(/<link rel="preload" as="font"[^>]*>/, '');

/** Custom pages without a placeholder get the data at the beginning. */
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

const imagesOf = ({ backgroundImageUrl, darkBackgroundImageUrl, panelImageUrl }: SignInExperience['appearance']) => [
  backgroundImageUrl,
  darkBackgroundImageUrl,
  panelImageUrl,
];

/** A custom font without a file is the default one. */
const usesInter = ({ font = 'Inter', fontUrl }: SignInExperience['appearance']) =>
  font === 'Inter' || (font === 'Custom' && !fontUrl);

/** Google One Tap. */
const oneTapSource = 'https://accounts.google.com/gsi/';

export type Pages = Awaited<ReturnType<typeof createPages>>;

export const createPages = async (parts: {
  settings: Settings;
  signInExperiences: SignInExperiences;
  customPhrases: CustomPhrases;
  wire: Wire;
  addresses: Addresses;
}) => {
  const { addresses, settings, signInExperiences, customPhrases, wire } = parts;
  const templates = {
    console: await readPage('console', 'index.html'),
    signIn: await readPage('sign-in', 'index.html'),
    demoApp: await readPage('sign-in', 'demo-app.html'),
    account: await readPage('sign-in', 'account.html'),
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
      /** The pending sign-in: the path to start it again, and the ID its page calls it by. */
      request?: string;
      interactionId?: string;
      /** In a frame of the console, controlled by its messages. */
      isPreview?: boolean;
      account?: AccountPage;
      hasAccountPages?: boolean;
      device?: DevicePage;
    } = {},
  ): Promise<Html> => {
    const { appId, organizationId, uiLocales, error, request, interactionId, isPreview, account, device } = more;
    const { consoleOrigin } = addresses;
    const shown = await signInExperiences.shown(tenantId, appId, organizationId);
    const data = addresses.isOwnOrigin(visit.destination) ? shown : withoutMarkup(shown);
    const asked = uiLocales?.split(' ') ?? [];
    const { language, phrases } = phrasesFor(
      asked,
      data.languageInfo,
      visit.languages,
      await customPhrases.of(tenantId),
      account ? 'account' : 'sign-in',
    );
    const nonce = random.nonce();
    const html = fill(
      usesInter(data.appearance) ? template : withoutFont(template),
      {
        SSR: {
          signInExperience: { ...(appId && { appId }), ...(organizationId && { organizationId }), data },
          phrases: { lng: language, data: phrases },
          ...(error && { error }),
          ...(request && { request }),
          ...(interactionId && { interactionId }),
          ...(isPreview && { preview: { origin: consoleOrigin } }),
          ...account,
          ...(more.hasAccountPages && { hasAccountPages: true }),
          ...(device && { device }),
        },
        BASE: addresses.pathOf(addresses.at(visit.destination)),
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
      imageSources: ['https:', ...originsOf([...Object.values(data.branding), ...imagesOf(data.appearance)])],
      fontSources: usesInter(data.appearance) ? [] : originsOf([data.appearance.fontUrl]),
      foreignScripts: foreign,
      // On phones, documents open inside the page.
      framed: originsOf([data.termsOfUseUrl, data.privacyPolicyUrl]),
      ...(isPreview && { frameAncestors: ["'self'", consoleOrigin] }),
      ...(data.googleOneTap && { foreignStyles: [oneTapSource] }),
    });
    return { html, headers: headers(policy) };
  };

  return {
    signIn: (visit: Visit, tenantId: string, more?: Parameters<typeof tenantPage>[3]) =>
      tenantPage(templates.signIn, visit, tenantId, more),
    /** Custom UI pages with the same data. */
    own: async (index: string, visit: Visit, tenantId: string, more?: Parameters<typeof tenantPage>[3]) => {
      const { html, headers: ours } = await tenantPage(withPlaces(index), visit, tenantId, more);
      return { html, headers: { ...ours, ...customUiHeaders({ settings }) } };
    },
    demoApp: (visit: Visit, tenantId: string, hasAccountPages: boolean) =>
      tenantPage(templates.demoApp, visit, tenantId, { hasAccountPages }),
    account: (visit: Visit, tenantId: string, account: AccountPage, isPreview: boolean) =>
      tenantPage(templates.account, visit, tenantId, { account, isPreview }),
    console: (): Html => {
      const nonce = random.nonce();
      const config = {
        edition: settings.edition,
        version,
        namespace: wire.namespace,
        base: addresses.consoleBase,
        origin: addresses.consoleOrigin,
        adminEndpoint: addresses.tenant('admin'),
        // The cloud console serves all tenants, and fills in the ID of the current one.
        tenantEndpoint: addresses.tenant(settings.capabilities.hasRootTenant ? 'default' : '{tenantId}'),
        hasOwnOrigin: addresses.hasOwnOrigin('{tenantId}'),
        devFeatures: settings.devFeatures,
        releases: { ...settings.releases, page: settings.releases.page ?? `${addresses.consoleOrigin}/docs/releases` },
        // By default, the product's documentation is linked.
        help: { ...settings.help, docs: settings.help.docs ?? `${addresses.consoleOrigin}/docs` },
      };
      const { info } = settings.releases;
      const tenants = settings.tenantEndpoint?.replace('{tenantId}', '*') ?? settings.endpoint;
      const reached = [addresses.consoleOrigin, settings.endpoint, tenants, ...(info ? [new URL(info).origin] : [])];
      const policy = contentSecurityPolicy({
        nonce,
        imageSources: ['https:', tenants],
        inlineStyleAttributes: true,
        connected: [...new Set(reached)],
        // The preview of the sign-in page.
        framed: [...new Set(["'self'", settings.endpoint, tenants])],
      });
      return { html: fill(templates.console, { CONFIG: config }, nonce), headers: headers(policy) };
    },
  };
};
