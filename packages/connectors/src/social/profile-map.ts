// Maps a provider's attributes to a user, by paths that the administrator chooses: `id`, `data.user.id`.
import * as z from 'zod/mini';
import { ConnectorError, type SocialUser } from '../connector.ts';

const path = (name: string) => z._default(z.string(), name);
export const profileMap = z._default(
  z.object({
    id: path('id'),
    email: path('email'),
    phone: path('phone'),
    name: path('name'),
    avatar: path('avatar'),
    emailVerified: z.optional(z.string()),
    phoneVerified: z.optional(z.string()),
  }),
  { id: 'id', email: 'email', phone: 'phone', name: 'name', avatar: 'avatar' },
);
export type ProfileMap = z.output<typeof profileMap>;

const valueAt = (values: Record<string, unknown>, at: string): unknown => {
  // An attribute may have dots in its own name, such as a URL.
  if (Object.hasOwn(values, at)) return values[at];
  let value: unknown = values;
  for (const name of at.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
};

/** Without a path for the flag, or with anything but `true` there, an address is not verified. */
export const userByMap = (values: Record<string, unknown>, map: ProfileMap): SocialUser => {
  const text = (at: string): string | undefined => {
    const value = valueAt(values, at);
    return typeof value === 'number' || typeof value === 'string' ? String(value) : undefined;
  };
  const isTrue = (at: string | undefined) => at !== undefined && valueAt(values, at) === true;
  const [id, email, phone, name, avatar] = [map.id, map.email, map.phone, map.name, map.avatar].map(text);
  if (!id) throw new ConnectorError('invalid_response', { message: `the profile has no ${map.id}` });
  return {
    id,
    ...(email && { email, isEmailVerified: isTrue(map.emailVerified) }),
    ...(phone && { phone, isPhoneVerified: isTrue(map.phoneVerified) }),
    ...(name && { name }),
    ...(avatar && { avatar }),
    rawData: values,
  };
};
