// The account center: whether users can manage their own accounts, on the account pages and through the account API, and
// which fields.
import * as z from 'zod/mini';
import { satisfies } from './field-issues.ts';
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

/** `Off` hides and blocks a field, `ReadOnly` shows it, `Edit` also allows changes. Missing fields are off. */
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
/** Origins of other sites and Android apps that may use this tenant's passkeys. */
export const relatedOrigin = text(1, 256).check(
  satisfies((value) => isPageOrigin(value) || /^android:apk-key-hash:[\w-]{43}$/.test(value), 'related_origin'),
);
const relatedOrigins = z.array(relatedOrigin).check(z.maxLength(100));

const accountCenter = z.object({
  tenantId: z.string(),
  id,
  enabled: z.boolean(),
  fields: fieldControls,
  webauthnRelatedOrigins: z.array(z.string()),
  /** Whether users can delete their account. */
  allowsDeletion: z.boolean(),
  /** Whether users can download everything stored about them. */
  allowsExport: z.boolean(),
});
export type AccountCenter = z.output<typeof accountCenter>;
/** Where the account pages link back to, with the name of the application. */
export type ReturnAddress = { url: string; name: string };
/** The part that the account pages show. */
export type PublicAccountCenter = Pick<AccountCenter, 'enabled' | 'fields' | 'allowsDeletion' | 'allowsExport'>;

export const accountCenters = resource('account-center', 'management', {
  get: get('/account-center', { response: accountCenter, versioned: true }),
  update: patch('/account-center', {
    body: z.partial(
      z.object({
        enabled: z.boolean(),
        fields: fieldControls,
        webauthnRelatedOrigins: relatedOrigins,
        allowsDeletion: z.boolean(),
        allowsExport: z.boolean(),
      }),
    ),
    response: accountCenter,
    change: 'account-center.updated',
  }),
});
