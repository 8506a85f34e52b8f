// Extra parameters of the authorization request that affect the sign-in pages.
import * as z from 'zod/mini';

const short = z.string().check(z.maxLength(256));
const schema = z.object({
  interaction_mode: z.optional(z.enum(['signIn', 'signUp'])),
  first_screen: z.optional(
    z.enum([
      'sign_in',
      'register',
      'reset_password',
      'identifier:sign_in',
      'identifier:register',
      'single_sign_on',
      'signIn',
    ]),
  ),
  direct_sign_in: z.optional(short),
  organization_id: z.optional(short),
  login_hint: z.optional(short),
  ui_locales: z.optional(short),
  identifier: z.optional(
    short.check(z.refine((value) => value.split(' ').every((item) => ['email', 'phone', 'username'].includes(item)))),
  ),
  one_time_token: z.optional(short),
  google_one_tap_credential: z.optional(z.string().check(z.maxLength(4096))),
});
export type ExtraParameters = z.output<typeof schema>;

export const extraParameterNames = Object.keys(schema.shape);

/** Ignore all extra parameters if any one is invalid. */
export const readExtraParameters = (params: Record<string, unknown>): ExtraParameters => {
  const result = z.safeParse(schema, params);
  return result.success ? result.data : {};
};

const routes = {
  sign_in: 'sign-in',
  signIn: 'sign-in',
  register: 'register',
  reset_password: 'reset-password',
  'identifier:sign_in': 'identifier-sign-in',
  'identifier:register': 'identifier-register',
  single_sign_on: 'single-sign-on',
} as const;

/** `social:<target>`, `sso:<connector>`, or the name of a method. A Google credential implies Google. */
const directOf = ({ direct_sign_in: direct, google_one_tap_credential: credential }: ExtraParameters) => {
  if (!direct) return credential ? ['social', 'google'] : undefined;
  const [method = '', ...target] = direct.split(':');
  return [method, ...(target.length > 0 ? [target.join(':')] : [])];
};

/** Path and query of the login page, below the tenant's base URL. */
export const loginPage = (extras: ExtraParameters, clientId: string): string => {
  const wanted = extras.first_screen
    ? routes[extras.first_screen]
    : extras.interaction_mode === 'signUp'
      ? 'register'
      : 'sign-in';
  const query = new URLSearchParams({ app_id: clientId });
  for (const name of ['organization_id', 'one_time_token', 'login_hint', 'identifier', 'ui_locales'] as const) {
    const value = extras[name];
    if (value) query.append(name, value);
  }
  const direct = directOf(extras);
  if (!direct) return `/${wanted}?${query}`;
  query.append('fallback', wanted);
  return `/${['direct', ...direct].map(encodeURIComponent).join('/')}?${query}`;
};
