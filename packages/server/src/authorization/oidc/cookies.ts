// Names, paths and options of a tenant's cookies. Sibling hosts can set cookies for the parent domain, so cookies are
// named `__Host-` on https: browsers accept that name only from the host itself and for all its paths.
import type Provider from 'oidc-provider';
import type { Addresses } from '../../addresses.ts';
import { browserInteractions } from './browser-interactions.ts';

export type TenantCookies = ReturnType<typeof cookiesOf>;

/** `base`: the tenant's base URL as requested. */
export const cookiesOf = (addresses: Pick<Addresses, 'cookiePrefix' | 'pathOf'>, tenantId: string, base: string) => {
  const isSecure = base.startsWith('https:');
  const prefix = addresses.cookiePrefix(tenantId);
  const own = (name: string) => `${isSecure ? '__Host-' : ''}${prefix}${name}`;
  return {
    own,
    /** The library limits it to the path that resumes the request. */
    names: {
      session: own('_session'),
      interaction: own('_interaction'),
      resume: `${isSecure ? '__Secure-' : ''}${prefix}_interaction_resume`,
    },
    options: {
      ...{ signed: true, overwrite: true, httpOnly: true, sameSite: 'lax' as const, secure: isSecure },
      path: isSecure ? '/' : addresses.pathOf(base) || '/',
    },
  };
};

/**
 * An authorization request resumes only in the browser that signed in. The library's cookie is limited to a path, so
 * another host could have set it; it counts only together with the interaction cookies.
 */
export const requireOwnInteraction = (provider: Provider, { names }: Pick<TenantCookies, 'names'>) => {
  provider.use(async (ctx, next) => {
    const [, uid] = /^\/(?:auth|device)\/([\w-]+)$/.exec(ctx.path) ?? [];
    const { headers } = ctx.req;
    if (uid && headers.cookie && !browserInteractions(ctx.cookies, names.interaction).includes(uid)) {
      const isOther = (pair: string) => !pair.startsWith(`${names.resume}=`);
      headers.cookie = headers.cookie.split(/; */).filter(isOther).join('; ');
    }
    await next();
  });
};
