// The tenant's CAPTCHA provider.
import * as z from 'zod/mini';
import { secret } from './field-rules.ts';
import { text, timestamp } from './fields.ts';
import { del, get, put, resource } from './kit.ts';

export const captchaTypes = ['RecaptchaEnterprise', 'Turnstile'] as const;
export const captchaType = z.enum(captchaTypes);
export type CaptchaType = z.output<typeof captchaType>;

const key = text(1, 1024);
const secretKey = secret(key, { readBy: 'nobody' });
export const captchaConfig = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Turnstile'), siteKey: key, secretKey }),
  z.object({ type: z.literal('RecaptchaEnterprise'), siteKey: key, secretKey, projectId: text(1, 128) }),
]);
export type CaptchaConfig = z.output<typeof captchaConfig>;

export const captchaProvider = z.object({
  tenantId: z.string(),
  id: text(1, 128),
  config: captchaConfig,
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type CaptchaProvider = z.output<typeof captchaProvider>;

/** Configuration for the sign-in pages, including the script's origin. */
export const publicCaptchaConfig = z.object({ type: captchaType, siteKey: z.string(), scriptOrigin: z.string() });
export type PublicCaptchaConfig = z.output<typeof publicCaptchaConfig>;

export const captchaProviders = resource('captcha-provider', 'management', {
  get: get('/captcha-provider', { response: captchaProvider, versioned: true }),
  replace: put('/captcha-provider', {
    body: z.object({ config: captchaConfig }),
    response: captchaProvider,
    quota: 'securityFeaturesEnabled',
    change: 'captcha-provider.replaced',
  }),
  remove: del('/captcha-provider', { change: 'captcha-provider.deleted' }),
});
