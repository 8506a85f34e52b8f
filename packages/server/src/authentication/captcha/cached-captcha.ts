// Cached CAPTCHA provider of a tenant, if enabled.
import type { CaptchaConfig, CaptchaType, PublicCaptchaConfig } from '@tessera/contract/captcha-provider';
import { createCache } from '../../infrastructure/cache/cache.ts';
import type { Invalidation } from '../../infrastructure/cache/invalidation.ts';
import type { Databases } from '../../infrastructure/database/tenant-database.ts';
import type { Settings } from '../../settings.ts';

export type Captcha = ReturnType<typeof createCaptcha>;

/** Additional CSP sources of a provider's scripts. */
const more: Record<CaptchaType, Record<string, string[]>> = {
  Turnstile: {},
  RecaptchaEnterprise: {
    'https://www.google.com': ['https://www.gstatic.com', 'https://recaptcha.google.com'],
    'https://www.recaptcha.net': ['https://www.gstatic.cn', 'https://recaptcha.net'],
  },
};

/** CSP sources of a page with this CAPTCHA. */
export const captchaSources = ({ type, scriptOrigin }: PublicCaptchaConfig): string[] => [
  scriptOrigin,
  ...(more[type][scriptOrigin] ?? []),
];

export const createCaptcha = (
  databases: Databases,
  invalidation: Invalidation,
  { turnstileEndpoint, recaptchaScriptEndpoint }: Pick<Settings, 'turnstileEndpoint' | 'recaptchaScriptEndpoint'>,
) => {
  const providers = createCache(invalidation, {
    tables: ['captchaProviders'],
    load: async (tenantId): Promise<CaptchaConfig | undefined> => {
      const row = await databases.of(tenantId).selectFrom('captchaProviders').select('config').executeTakeFirst();
      return row?.config as CaptchaConfig | undefined;
    },
  });
  const providerOf = (tenantId: string) => providers.get(tenantId, 'own');
  return {
    providerOf,
    /** Undefined without a provider, since requiring a CAPTCHA would then lock everyone out. */
    shownOf: async (tenantId: string, { enabled }: { enabled?: boolean | undefined }) => {
      const provider = enabled ? await providerOf(tenantId) : undefined;
      if (!provider) return undefined;
      const { type, siteKey } = provider;
      const scriptOrigin = type === 'Turnstile' ? turnstileEndpoint : recaptchaScriptEndpoint;
      return { type, siteKey, scriptOrigin } satisfies PublicCaptchaConfig;
    },
  };
};
