// The account center: whether people manage their own accounts through the account API, and how much of them.
import * as z from 'zod/mini';
import { id, text } from './fields.ts';
import { get, patch, resource } from './kit.ts';

export const accountFields = [
  'name',
  'avatar',
  'profile',
  'email',
  'phone',
  'password',
  'username',
  'social',
  'customData',
  'mfa',
] as const;
export type AccountField = (typeof accountFields)[number];

/** `Off` hides and blocks, `ReadOnly` shows, `Edit` shows and lets people change it. What is not named is off. */
export const fieldControl = z.enum(['Off', 'ReadOnly', 'Edit']);
const fieldControls = z.partial(
  z.object({
    name: fieldControl,
    avatar: fieldControl,
    profile: fieldControl,
    email: fieldControl,
    phone: fieldControl,
    password: fieldControl,
    username: fieldControl,
    social: fieldControl,
    customData: fieldControl,
    mfa: fieldControl,
  } satisfies Record<AccountField, typeof fieldControl>),
);
export type FieldControls = z.output<typeof fieldControls>;

const isLocal = ({ hostname }: URL) => hostname === 'localhost' || hostname.endsWith('.localhost');
const isPageOrigin = (value: string) => {
  const url = URL.parse(value);
  return url?.origin === value && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal(url)));
};
/** Pages elsewhere, and Android apps, whose passkeys are made for this tenant. */
export const relatedOrigin = text(1, 256).check(
  z.refine((value) => isPageOrigin(value) || /^android:apk-key-hash:[\w-]{43}$/.test(value)),
);
const relatedOrigins = z.array(relatedOrigin).check(z.maxLength(100));

const accountCenter = z.object({
  tenantId: z.string(),
  id,
  enabled: z.boolean(),
  fields: fieldControls,
  webauthnRelatedOrigins: z.array(z.string()),
});
export type AccountCenter = z.output<typeof accountCenter>;

export const accountCenters = resource('account-center', 'management', {
  get: get('/account-center', { response: accountCenter, versioned: true }),
  update: patch('/account-center', {
    body: z.partial(z.object({ enabled: z.boolean(), fields: fieldControls, webauthnRelatedOrigins: relatedOrigins })),
    response: accountCenter,
    change: 'account-center.updated',
  }),
});
